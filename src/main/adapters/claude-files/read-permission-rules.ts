// Permission rules from the ecosystem's settings files: the project's own, and the person's in the home folder.
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { parseRule, type Rule, type RuleEffect, type RuleOrigin } from '../../../core/permission/rule'
import { readContained } from './read-contained'
import { lineWith, parseSettingsFile } from './settings-file'

export interface RuleProblem {
  path: string
  line: number | null
  reason: string
}

export interface FileRules {
  rules: Rule[]
  /** Folders the files add, absolute; those of the project count only when it is trusted. */
  additionalDirectories: string[]
  /** What could not be read; it allows nothing. */
  problems: RuleProblem[]
}

const EFFECTS: readonly RuleEffect[] = ['allow', 'ask', 'deny']

/** Reads all rules that hold for a project folder. Broken files and rules are listed, never fatal. */
export async function readPermissionRules(projectFolder: string, home = homedir()): Promise<FileRules> {
  const result: FileRules = { rules: [], additionalDirectories: [], problems: [] }
  await readInto(result, home, '.claude/settings.json', 'home-files', '~/.claude/settings.json', home)
  for (const name of ['settings.json', 'settings.local.json'])
    await readInto(result, projectFolder, `.claude/${name}`, 'project-files', `.claude/${name}`, home)
  return result
}

async function readInto(
  result: FileRules,
  root: string,
  path: string,
  origin: RuleOrigin,
  shown: string,
  home: string,
): Promise<void> {
  const text = await readContained(root, path)
  if (text === null) return
  const read = parseSettingsFile(text)
  if (!read.ok) {
    result.problems.push({ path: shown, line: read.line, reason: read.reason })
    return
  }
  const { permissions } = read.settings
  for (const effect of EFFECTS)
    for (const rule of permissions[effect] ?? []) {
      const line = lineWith(text, rule)
      const parsed = parseRule(rule, effect, origin, line === null ? shown : `${shown}, line ${line}`)
      if (parsed.ok) result.rules.push(parsed.rule)
      else result.problems.push({ path: shown, line, reason: `${rule}: ${parsed.reason}` })
    }
  for (const folder of permissions.additionalDirectories ?? [])
    result.additionalDirectories.push(absolute(folder, root, home))
}

function absolute(folder: string, root: string, home: string): string {
  if (folder === '~' || folder.startsWith('~/')) return join(home, folder.slice(1))
  return isAbsolute(folder) ? folder : join(root, folder)
}
