// The exact texts of the rules that an answer beyond "once" would add.
import { escapeGlob } from './glob'
import { below, segmentsOf } from './path-text'
import { NO_OFFERS, type PathUse, type PermissionCall, type RuleOffers } from './permission-call'
import { parseRule } from './rule'
import { quoteWord } from './rule-words'
import { programOf, type SimpleCommand } from './shell-analysis'
import { ruleToolName } from './tool-names'

/** An offer longer than this is no rule anybody reads. */
const MAX_OFFER_CHARS = 1_000

const JOINT = ' and '

/** Several rules as one text, as `parseOffer` reads it. */
export function joinRules(rules: readonly string[]): string {
  return [...new Set(rules)].join(JOINT)
}

/**
 * The rules of an offered text, in order.
 *
 * @returns none for an empty offer
 */
export function parseOffer(text: string): string[] {
  const rules: string[] = []
  let rest = text.trim()
  while (rest !== '') {
    const end = endOfRule(rest)
    rules.push(rest.slice(0, end))
    rest = rest.slice(end).startsWith(JOINT) ? rest.slice(end + JOINT.length) : rest.slice(end).trim()
  }
  return rules
}

/** A rule ends at a bracket outside of quotes, and only where the text ends or goes on with another rule. */
function endOfRule(text: string): number {
  const tool = /^[A-Za-z_][A-Za-z0-9_.-]*\*?/.exec(text)?.[0] ?? ''
  if (text[tool.length] !== '(') {
    const joint = text.indexOf(JOINT, tool.length)
    return joint === tool.length && tool !== '' ? joint : text.length
  }
  const quotes = tool === 'Bash' || tool === 'bash'
  let quote: string | null = null
  for (let i = tool.length + 1; i < text.length; i++) {
    const char = text.charAt(i)
    if (char === '\\' && quote !== "'") i++
    else if (quote !== null) quote = char === quote ? null : quote
    else if (quotes && (char === "'" || char === '"')) quote = char
    else if (char === ')' && /^(?:$| and [A-Za-z_])/.test(text.slice(i + 1, i + 7))) return i + 1
  }
  return text.length
}

function same(text: string): RuleOffers {
  return text.length > MAX_OFFER_CHARS ? NO_OFFERS : { thread: text, session: text, project: text }
}

/** Offers for rules that were put together; none if one of them could not be read back. */
export function offerRules(rules: readonly (string | null)[]): RuleOffers {
  if (rules.length === 0 || rules.length > 8) return NO_OFFERS
  const known = rules.filter((rule): rule is string => rule !== null)
  if (known.length < rules.length) return NO_OFFERS
  const readable = known.every((rule) => parseRule(rule, 'allow', 'session', '').ok)
  const joined = joinRules(known)
  return readable && parseOffer(joined).length === new Set(known).size ? same(joined) : NO_OFFERS
}

/** The rule for one path, as narrow as the path. */
export function pathRule(tool: string, use: PathUse, call: PermissionCall, home: string): string {
  return `${ruleToolName(tool)}(${namePath(use.real, call.folder, home)})`
}

function namePath(real: string, folder: string, home: string): string {
  const segments = segmentsOf(real)
  const name = (parts: readonly string[]) => parts.map(escapeGlob).join('/')
  const inFolder = below(segmentsOf(folder), segments)
  if (inFolder) return inFolder.length === 0 ? '/**' : name(inFolder)
  const inHome = below(segmentsOf(home), segments)
  return inHome ? `~/${name(inHome)}` : `//${name(segments)}`
}

/** Programs for which any other words mean another deed: only the whole command is offered, as it stands. */
const WHOLE = new Set(
  (
    'rm mv cp ln chmod chown kill tee dd curl wget ssh scp rsync eval source . export xargs find sed awk perl sudo doas su ' +
    'docker podman kubectl gh aws gcloud terraform psql mysql sqlite3 nc crontab systemctl launchctl open osascript'
  ).split(' '),
)
/** Programs whose first word is a script or a program of its own. */
const RUNNERS = new Set(
  'node deno bun python python3 ruby perl php bash sh zsh npx bunx uvx pipx tsx ts-node java'.split(' '),
)
/** Subcommands whose next word says what is run. */
const DEEPER = /^(?:run|exec|run-script|compose|workspace|dlx|tool)$/
/** Subcommands that bring foreign code in: the whole command, and what may follow it. */
const INSTALLS = /^(?:i|install|add|get|update|upgrade|up|ci|publish|push)$/

/**
 * The rule for one simple command.
 *
 * @param exact just this command, as it stands
 * @returns null when its words are not known well enough for a rule
 */
export function commandRule(command: SimpleCommand, exact: boolean): string | null {
  const { argv, assignments } = command
  const program = argv[0]
  if (program?.kind !== 'literal' || assignments.length > 0) return null
  const known = argv.findIndex((word) => word.kind !== 'literal')
  const words = argv.slice(0, known < 0 ? argv.length : known).map((word) => word.text)
  const whole = known < 0
  const name = programOf(command) ?? ''
  if (exact || WHOLE.has(name)) return whole ? write(words, false) : null
  if (INSTALLS.test(words[1] ?? '')) return whole ? write(words, true) : null
  const take = wordsToKeep(name, words)
  if (take === null) return whole ? write(words, false) : null
  return write(words.slice(0, take), true)
}

/** How many words say what the command does; null: no beginning says enough. */
function wordsToKeep(name: string, words: readonly string[]): number | null {
  const [, second = '', third = ''] = words
  if (RUNNERS.has(name)) return second === '' || second.startsWith('-') ? null : 2
  if (second === '' || second.startsWith('-') || second.includes('/')) return name === 'git' ? null : 1
  if (DEEPER.test(second)) return third === '' || third.startsWith('-') ? null : 3
  return 2
}

function write(words: readonly string[], open: boolean): string {
  return `Bash(${words.map(quoteWord).join(' ')}${open ? ':*' : ''})`
}
