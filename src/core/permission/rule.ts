// A permission rule: what its text means, and what is wrong with a text that means nothing.
import { type PathPattern, parsePathPattern } from './path-pattern'
import { parseRuleWords, type RuleWord } from './rule-words'
import { ourToolName } from './tool-names'

export type RuleEffect = 'allow' | 'ask' | 'deny'

/**
 * Where a rule comes from. thread, session, project: a person's answers in Tine. arguments: the command line.
 * preapproval: a command or skill whose content a person approved. project-files and home-files: settings on disk.
 */
export type RuleOrigin = 'thread' | 'session' | 'project' | 'arguments' | 'preapproval' | 'project-files' | 'home-files'

export type RulePattern =
  | { kind: 'any' }
  | { kind: 'command'; words: RuleWord[] /** The pattern as written. */; text: string }
  | { kind: 'path'; path: PathPattern; text: string }
  | { kind: 'domain'; host: string; subdomains: boolean }
  /** The name of an agent type or a skill. */
  | { kind: 'name'; name: string }

export interface Rule {
  text: string
  effect: RuleEffect
  origin: RuleOrigin
  /** For the person: where it is written, such as `project settings, line 12`. */
  source: string
  /** The tools it speaks of; a name ending in `*` stands for every tool that begins like it. */
  tools: readonly string[]
  pattern: RulePattern
}

export type ParsedRule = { ok: true; rule: Rule } | { ok: false; reason: string }

/** A rule about reading holds for every tool that reads, one about changing for every tool that changes. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  read: ['read', 'glob', 'grep'],
  write: ['write', 'edit'],
  edit: ['write', 'edit'],
}

const RULE = /^([A-Za-z_][A-Za-z0-9_.-]*\*?)(?:\(([\s\S]*)\))?$/

/**
 * Reads `Tool`, `Tool(pattern)`, `Bash(npm run test:*)`, `Edit(src/**)`, `Read(~/.ssh/**)`, `mcp__server__tool`,
 * `WebFetch(domain:example.org)`.
 *
 * @returns the rule, or one sentence for the person that says what is wrong with the text
 */
export function parseRule(text: string, effect: RuleEffect, origin: RuleOrigin, source: string): ParsedRule {
  const trimmed = text.trim()
  const match = RULE.exec(trimmed)
  if (!match) return { ok: false, reason: whyNoRule(trimmed) }
  const [, name = '', body] = match
  const tools = readTools(name)
  if (typeof tools === 'string') return { ok: false, reason: tools }
  const pattern = body === undefined ? ({ kind: 'any' } as const) : readPattern(tools, body.trim())
  if (typeof pattern === 'string') return { ok: false, reason: pattern }
  return { ok: true, rule: { text: trimmed, effect, origin, source, tools, pattern } }
}

function whyNoRule(text: string): string {
  if (text === '') return 'The rule is empty.'
  const open = text.indexOf('(')
  if (open < 0) return text.includes(')') ? 'The rule lacks its opening bracket.' : 'The rule does not name a tool.'
  if (open === 0) return 'The rule does not name a tool.'
  return text.includes(')') ? 'The rule goes on after its closing bracket.' : 'The rule lacks its closing bracket.'
}

function readTools(name: string): readonly string[] | string {
  if (/^mcp__[A-Za-z0-9_.-]+\*$/.test(name)) return [name]
  const ours = name.endsWith('*') ? null : ourToolName(name)
  if (ours === null) return `Tine has no tool named “${name}”.`
  // `mcp__server` without a tool means all of the server's tools.
  if (/^mcp__(?!.*__)/.test(ours)) return [ours, `${ours}__*`]
  return FAMILIES[ours] ?? [ours]
}

function readPattern(tools: readonly string[], body: string): RulePattern | string {
  const tool = tools[0] ?? ''
  if (body === '') return 'The rule has nothing between its brackets.'
  if (body === '*') return { kind: 'any' }
  if (tool === 'bash') return readCommand(body)
  if (tool in FAMILIES || tool === 'glob' || tool === 'grep') {
    const path = parsePathPattern(body)
    return typeof path === 'string' ? path : { kind: 'path', path, text: body }
  }
  if (tool === 'WebFetch') return readDomain(body)
  if (tool === 'Agent' || tool === 'Skill') return { kind: 'name', name: body.replace(/:\*$/, '') }
  return `Tine knows no pattern for the tool “${tool}”.`
}

function readCommand(body: string): RulePattern | string {
  const words = parseRuleWords(body)
  if (typeof words === 'string') return words
  return words.every((word) => word.kind === 'rest') ? { kind: 'any' } : { kind: 'command', words, text: body }
}

function readDomain(body: string): RulePattern | string {
  if (body === 'domain:*') return { kind: 'any' }
  const [, star, name = ''] = /^domain:(\*\.)?([^\s/?#@:*\\]+)$/.exec(body) ?? []
  // A name outside of ASCII means the host that it stands for.
  const address = `http://${name.replace(/\.$/, '')}/`
  if (name === '' || !URL.canParse(address)) return 'A rule for WebFetch is written as WebFetch(domain:example.org).'
  return { kind: 'domain', host: new URL(address).hostname, subdomains: star !== undefined }
}
