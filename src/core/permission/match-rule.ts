// Whether a rule speaks of a call. Rules that allow are read strictly, rules that restrict generously.

import { pathMatches } from './path-pattern'
import { absoluteFrom, below, isAbsolutePath, segmentsOf } from './path-text'
import type { PathUse, PermissionCall, PermissionContext } from './permission-call'
import type { Rule } from './rule'
import { wordsMatch } from './rule-words'
import { programOf, type SimpleCommand, type Word } from './shell-analysis'

/** Whether the rule speaks of this tool at all. */
export function namesTool(rule: Rule, tool: string): boolean {
  return rule.tools.some((name) => (name.endsWith('*') ? tool.startsWith(name.slice(0, -1)) : name === tool))
}

/** How many words of a rule for commands are fixed before anything may stand. */
export function leadingWords(rule: Rule): number {
  if (rule.pattern.kind !== 'command') return 0
  const open = rule.pattern.words.findIndex((word) => word.kind !== 'exact')
  return open < 0 ? rule.pattern.words.length : open
}

/** Strict: the words as written, the program by the very name the rule gives. */
export function allowsCommand(rule: Rule, command: SimpleCommand): boolean {
  if (rule.pattern.kind === 'any') return true
  return rule.pattern.kind === 'command' && wordsMatch(rule.pattern.words, command.argv)
}

/** Generous: the program whatever its folder and case. */
export function restrictsCommand(rule: Rule, command: SimpleCommand): boolean {
  if (rule.pattern.kind === 'any') return true
  return rule.pattern.kind === 'command' && wordsMatch(rule.pattern.words, command.argv, sameProgram)
}

function sameProgram(expected: string, word: Word): boolean {
  const program = programOf({ argv: [word] })
  return program !== null && program === programOf({ argv: [{ kind: 'literal', text: expected, home: false }] })
}

/**
 * Whether a restricting rule speaks of a line that could not be read: its words appear in the text as words, also in
 * pieces that quotes or backslashes take apart.
 *
 * @returns yes when all its fixed words do, perhaps when only the program does (or the rule fixes none)
 */
export function namesInText(rule: Rule, source: string): 'yes' | 'perhaps' | 'no' {
  if (rule.pattern.kind !== 'command') return rule.pattern.kind === 'any' ? 'yes' : 'no'
  const fixed: string[] = []
  for (const word of rule.pattern.words) {
    if (word.kind !== 'exact') break
    fixed.push(word.text.toLowerCase())
  }
  const [program, ...rest] = fixed
  if (program === undefined) return 'perhaps'
  const plain = source.toLowerCase().replace(/["'\\]/g, '')
  if (!hasWord(plain, program.slice(program.lastIndexOf('/') + 1))) return 'no'
  return rest.every((word) => hasWord(plain, word)) ? 'yes' : 'perhaps'
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`
    if (!/[a-z0-9_-]/.test(around)) return true
  }
  return false
}

/** Whether a path is what the rule names: to allow by its real place, to restrict also by the place it is called. */
export function matchesPath(rule: Rule, use: PathUse, call: PermissionCall, context: PermissionContext): boolean {
  if (rule.pattern.kind === 'any') return true
  if (rule.pattern.kind !== 'path') return false
  const { path } = rule.pattern
  const bases = { folder: call.folder, home: context.home }
  if (rule.effect === 'allow') return pathMatches(path, use.real, bases, false)
  const named = isAbsolutePath(use.given) ? use.given : `/${absoluteFrom(call.folder, use.given).join('/')}`
  const places = [use.real, named, inProject(use.real, call, context)]
  return places.some((place) => place !== null && pathMatches(path, place, bases, true))
}

/** What a rule says of a place in the project it says of the same place in every checkout of it. */
function inProject(real: string, { folder }: PermissionCall, { projectFolder }: PermissionContext): string | null {
  if (projectFolder === undefined || projectFolder === folder) return null
  const rest = below(segmentsOf(folder), segmentsOf(real))
  return rest ? `${projectFolder}/${rest.join('/')}` : null
}

/**
 * Whether a path that nothing names is kept from a search of the folder it lies in: a rule denies it or asks about it. A rule
 * that speaks of the searched folder itself was heard before.
 */
export function hiddenFrom(call: PermissionCall, context: PermissionContext): ((real: string) => boolean) | null {
  const rules = context.rules.filter(
    (rule) =>
      rule.effect !== 'allow' &&
      rule.pattern.kind === 'path' &&
      namesTool(rule, call.tool) &&
      !call.paths.some((use) => matchesPath(rule, use, call, context)),
  )
  if (rules.length === 0) return null
  return (real) => {
    const found = { given: real, real, inside: true, write: false }
    return rules.some((rule) => matchesPath(rule, found, call, context))
  }
}

/** For tools without paths and commands: the address or the name in the input. */
export function matchesInput(rule: Rule, input: unknown): boolean {
  const { pattern } = rule
  if (pattern.kind === 'any') return true
  if (pattern.kind === 'domain') return matchesHost(pattern, field(input, ['url']), rule.effect !== 'allow')
  if (pattern.kind === 'name') return field(input, ['subagent_type', 'skill', 'name', 'command']) === pattern.name
  return false
}

function field(input: unknown, names: readonly string[]): string | null {
  if (typeof input !== 'object' || input === null) return null
  for (const name of names) {
    const value: unknown = Reflect.get(input, name)
    if (typeof value === 'string') return value
  }
  return null
}

function matchesHost(pattern: { host: string; subdomains: boolean }, url: string | null, loose: boolean): boolean {
  if (url === null || !URL.canParse(url)) return false
  const host = new URL(url).hostname.toLowerCase().replace(/\.$/, '')
  if (host === pattern.host) return loose || !pattern.subdomains
  return (loose || pattern.subdomains) && host.endsWith(`.${pattern.host}`)
}
