// Permission rules from the ecosystem's settings files: the project's own, and the person's in the home folder.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { parseRule, type Rule, type RuleEffect, type RuleOrigin } from '../../../core/permission/rule'
import { hookScripts } from './hook-scripts'
import { readContained, readOwn } from './read-contained'
import { lineWith, type Mistake, parseSettingsFile } from './settings-file'

export interface RuleProblem extends Mistake {
  path: string
}

export interface AddedFolder {
  /** Absolute, as named; not yet resolved. */
  path: string
  origin: RuleOrigin
}

export interface FileRules {
  rules: Rule[]
  /** Folders the files add; those of a project count only when it is trusted. */
  addedFolders: AddedFolder[]
  /** What could not be read; it allows nothing. */
  problems: RuleProblem[]
  /** The mode new sessions begin with, by the file read last that names one; null: none does. */
  defaultMode: DefaultMode | null
  /** Words of hooks that may name files of the project they run, relative to its folder. */
  hookScripts: string[]
}

/** Only modes that a file may choose for the person: none of them leaves everything open. */
export interface DefaultMode {
  mode: 'default' | 'acceptEdits' | 'plan'
  origin: RuleOrigin
}

interface Source {
  text: string | null
  origin: RuleOrigin
  shown: string
  /** What relative folders are relative to. */
  base: string
}

const EFFECTS: readonly RuleEffect[] = ['allow', 'ask', 'deny']

/** Reads all rules that hold for a project folder. Broken files and rules are listed, never fatal. */
export async function readPermissionRules(projectFolder: string, home = homedir()): Promise<FileRules> {
  const result: FileRules = { rules: [], addedFolders: [], problems: [], defaultMode: null, hookScripts: [] }
  const own = await readOwn(join(home, '.claude/settings.json'))
  readInto(result, { text: own, origin: 'home-files', shown: '~/.claude/settings.json', base: home }, home)
  for (const shown of ['.claude/settings.json', '.claude/settings.local.json']) {
    const text = await readContained(projectFolder, shown)
    readInto(result, { text, origin: 'project-files', shown, base: projectFolder }, home)
    if (text !== null) result.hookScripts.push(...hookScripts(projectFolder, text))
  }
  return result
}

function readInto(result: FileRules, { text, origin, shown, base }: Source, home: string): void {
  if (text === null) {
    if (existsSync(shown.startsWith('~/') ? join(home, shown.slice(2)) : join(base, shown)))
      result.problems.push({ path: shown, line: null, reason: 'is not a readable file, or larger than 1 MB' })
    return
  }
  const read = parseSettingsFile(text)
  const mistakes = read.ok ? read.mistakes : [{ line: read.line, reason: read.reason }]
  result.problems.push(...mistakes.map(({ line, reason }) => ({ path: shown, line, reason })))
  if (!read.ok) return
  const { permissions } = read.settings
  for (const effect of EFFECTS)
    for (const rule of permissions[effect]) {
      const line = lineWith(text, rule, effect)
      const parsed = parseRule(rule, effect, origin, line === null ? shown : `${shown}, line ${line}`)
      if (parsed.ok) result.rules.push(parsed.rule)
      else result.problems.push({ path: shown, line, reason: `${rule}: ${parsed.reason}` })
    }
  for (const folder of permissions.additionalDirectories)
    result.addedFolders.push({ path: absolute(folder, base, home), origin })
  const { defaultMode } = permissions
  if (isFileMode(defaultMode)) result.defaultMode = { mode: defaultMode, origin }
  else if (defaultMode !== null) {
    const reason = `“defaultMode” ${JSON.stringify(defaultMode)} is not heeded: a file may choose default, acceptEdits or plan`
    result.problems.push({ path: shown, line: lineWith(text, 'defaultMode'), reason })
  }
}

function isFileMode(mode: string | null): mode is DefaultMode['mode'] {
  return mode === 'default' || mode === 'acceptEdits' || mode === 'plan'
}

function absolute(folder: string, base: string, home: string): string {
  if (folder === '~' || folder.startsWith('~/')) return join(home, folder.slice(1))
  return isAbsolute(folder) ? folder : join(base, folder)
}
