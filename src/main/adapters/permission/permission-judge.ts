// The judge of calls: parses commands, resolves paths, gathers the rules that hold, and asks the pure decision.

import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { decide } from '../../../core/permission/decide'
import { hiddenFrom, namesTool } from '../../../core/permission/match-rule'
import { parseRule, type Rule } from '../../../core/permission/rule'
import { parseOffer } from '../../../core/permission/rule-offers'
import { writeCommand } from '../../../core/permission/rule-words'
import { eachCommand, programOf, type ShellAnalysis } from '../../../core/permission/shell-analysis'
import type {
  CallToJudge,
  GivenRule,
  JudgeContext,
  PermissionJudge,
  RulesOfFiles,
  Verdict,
} from '../../services/ports/permissions'
import { gitRunsProjectCode } from '../claude-files/git-activations'
import { type AddedFolder, type FileRules, readPermissionRules } from '../claude-files/read-permission-rules'
import { createShellParser } from '../shell-syntax/create-shell-parser'
import { type FoundBelow, findBelow } from '../shell-syntax/find-below'
import { foldersOf, resolveCallPaths } from '../shell-syntax/resolve-call-paths'

export interface JudgeOptions {
  dataDir: string
  /** The person's home folder, in which their own settings are. */
  home?: string | undefined
}

/** Loads the shell grammar and answers a judge. Files with rules are read for every call: they are small, and never stale. */
export async function createPermissionJudge({ dataDir, ...given }: JudgeOptions): Promise<PermissionJudge> {
  const parser = await createShellParser()
  const home = await realOrSame(given.home ?? homedir())
  const data = await realOrSame(dataDir)
  const outputs = await realOrSame(join(dataDir, 'outputs'))
  return {
    rulesOfOffer: parseOffer,
    commandsIn: (line) => parser.parse(line).commands.map(writeCommand),
    readRules: async (projectFolder) => fileRulesOf(await readPermissionRules(projectFolder, home)),
    async restricts(projectFolder, tool) {
      const { rules } = await readPermissionRules(projectFolder, home)
      return rules.some((rule) => rule.effect !== 'allow' && namesTool(rule, tool))
    },
    async judge(call, context) {
      const command = call.tool === 'bash' ? commandOf(call) : null
      const shell = command === null ? null : parser.parse(command)
      const files = await readPermissionRules(context.projectFolder, home)
      const addedFolders = [...call.addedFolders, ...(await realFolders(files.addedFolders, context))]
      const { mapFrom, mapTo = null } = call
      const place = { folder: call.folder, addedFolders, mapFrom, mapTo, home }
      const resolved = await resolveCallPaths(call.tool, call.input, shell, place)
      // What was too long to send lies beside the database; reading it again is no new reading.
      const paths = resolved.map((use) => (!use.write && isWithin(outputs, use.real) ? { ...use, inside: true } : use))
      const judged = {
        tool: call.tool,
        input: call.input,
        folder: call.folder,
        addedFolders,
        checkout: mapFrom === null ? null : { from: mapFrom, to: mapTo ?? call.folder },
        shell,
        paths,
      }
      const circumstances = {
        mode: context.mode,
        rules: [...files.rules, ...givenRules(context)],
        isolation: context.isolation,
        trusted: context.trusted,
        audience: context.audience,
        preapprovedOnly: context.preapprovedOnly,
        home,
        dataDir: data,
        projectFolder: context.projectFolder,
        // Of each, in the project and where the thread works.
        hookScripts: files.hookScripts.flatMap((path) => [join(context.projectFolder, path), join(call.folder, path)]),
        gitRunsProjectCode: await gitMayRunCode(call, shell, context),
      }
      const lower = shell ? await findBelow(shell, await foldersOf(shell, place), judged, circumstances) : NOTHING_BELOW
      const whole = { ...judged, paths: [...paths, ...lower.uses], unseen: lower.unseen }
      const verdict = asVerdict(decide(whole, circumstances), paths, addedFolders)
      const hidden = SEARCHING.has(call.tool) ? hiddenFrom(judged, circumstances) : null
      return hidden === null ? verdict : { ...verdict, hidden }
    },
  }
}

/** Tools that name folders and come upon what is in them. */
const SEARCHING = new Set(['glob', 'grep'])
const NOTHING_BELOW: FoundBelow = { uses: [], unseen: false }

function fileRulesOf({ rules, problems, defaultMode }: FileRules): RulesOfFiles {
  return {
    rules: rules.map(({ effect, text, source, origin }) => ({
      effect,
      rule: text,
      source,
      ofProject: origin === 'project-files',
    })),
    broken: problems.map(({ path, line, reason }) => ({ source: path, line, reason })),
    defaultMode: defaultMode && { mode: defaultMode.mode, ofProject: defaultMode.origin === 'project-files' },
  }
}

type Decision = ReturnType<typeof decide>
type Paths = Awaited<ReturnType<typeof resolveCallPaths>>

function asVerdict(verdict: Decision, paths: Paths, addedFolders: readonly string[]): Verdict {
  return {
    decision: verdict.decision,
    rule: verdict.rule,
    source: verdict.source,
    text: verdict.text,
    offers: verdict.offers,
    // The tools know the thread's folder only; what lies in added folders is named like what a person allowed.
    outsidePaths: paths
      .filter((use) => !use.inside || addedFolders.some((folder) => use.real === folder || isWithin(folder, use.real)))
      .map((use) => use.real),
  }
}

/** Folders the settings files add, as they really are; those of a project nobody vouched for add nothing. */
async function realFolders(added: readonly AddedFolder[], { trusted }: JudgeContext): Promise<string[]> {
  const held = added.filter(({ origin }) => trusted || origin !== 'project-files')
  return Promise.all(held.map(({ path }) => realOrSame(path)))
}

/** Looked at only where it matters: git in a project that is not trusted. */
async function gitMayRunCode(call: CallToJudge, shell: ShellAnalysis | null, context: JudgeContext): Promise<boolean> {
  if (context.trusted || !shell) return false
  for (const command of eachCommand(shell.commands)) {
    if (programOf(command) === 'git') return gitRunsProjectCode(call.folder)
  }
  return false
}

/** A rule that cannot be read allows nothing and restricts nothing; it was refused when it was written. */
function givenRules(context: JudgeContext): Rule[] {
  return context.rules.flatMap((given: GivenRule) => {
    if (given.scope === 'user') return []
    const parsed = parseRule(given.rule, given.effect, given.scope, given.source)
    return parsed.ok ? [parsed.rule] : []
  })
}

function commandOf(call: CallToJudge): string | null {
  const input = call.input as { command?: unknown }
  return typeof input?.command === 'string' ? input.command : null
}

async function realOrSame(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return path
    throw error
  }
}

function isWithin(folder: string, path: string): boolean {
  return path.startsWith(folder + sep)
}
