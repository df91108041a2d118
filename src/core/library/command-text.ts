// The text of a command or skill: where arguments go, and which pieces are commands to run.

export interface CommandTemplate {
  body: string
  /** Names of its arguments, in order, for those who would rather not count. */
  argumentNames: readonly string[]
  /** The folder of a skill, with the files it speaks of; null for a command. */
  folder: string | null
}

/** A piece of what is said: text, or a command whose output stands in its place. */
export type TextPiece = { kind: 'text'; text: string } | { kind: 'command'; command: string }

/** What runs before the model sees it. */
export const SHELL_LINE = /!`([^`\n]+)`/g

const PLACEHOLDER =
  /\$ARGUMENTS\[(\d{1,2})\]|\$ARGUMENTS\b|\$\{CLAUDE_SKILL_DIR\}|\$(\d{1,2})(?!\d)|\$([A-Za-z_][\w-]*)/g

/**
 * Puts arguments into a text. `$ARGUMENTS` is all of them, `$ARGUMENTS[0]` the first. `$1` is the first as well, and `$0` is where
 * the text names that: both ways of counting are in use, and nobody who begins with `$1` means to leave out what was written first.
 * Where a text has no place for them, they stand at its end.
 *
 * What looks like a command within the arguments is text: only those of the file are found.
 */
export function textPieces(template: CommandTemplate, given: string): TextPiece[] {
  const args = given.trim()
  const put = substitution(template, args)
  const pieces: TextPiece[] = []
  let placed = false
  let from = 0
  const add = (raw: string, kind: TextPiece['kind']) => {
    const { text, used } = put(raw)
    placed ||= used
    if (kind === 'command') pieces.push({ kind, command: text })
    else if (text !== '') pieces.push({ kind, text })
  }
  for (const match of template.body.matchAll(SHELL_LINE)) {
    add(template.body.slice(from, match.index), 'text')
    add(match[1] ?? '', 'command')
    from = match.index + match[0].length
  }
  add(template.body.slice(from), 'text')
  if (args !== '' && !placed) pieces.push({ kind: 'text', text: `\n\nARGUMENTS: ${args}` })
  return pieces
}

function substitution({ body, argumentNames, folder }: CommandTemplate, args: string) {
  const words = splitArguments(args)
  const first = /\$0(?!\d)/.test(body) ? 0 : 1
  return (raw: string): { text: string; used: boolean } => {
    let used = false
    const take = (value: string | undefined) => {
      used = true
      return value ?? ''
    }
    const text = raw.replace(PLACEHOLDER, (whole: string, index?: string, position?: string, name?: string) => {
      if (index !== undefined) return take(words[Number(index)])
      if (position !== undefined) return take(words[Number(position) - first])
      if (whole === '$ARGUMENTS') return take(args)
      if (name === undefined) return folder ?? whole
      const at = argumentNames.indexOf(name)
      return at < 0 ? whole : take(words[at])
    })
    return { text, used }
  }
}

/** Words between white space; quotes hold one together, and a backslash takes the next character as it is. */
export function splitArguments(args: string): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < args.length; at++) {
    const char = args[at] ?? ''
    if (char === '\\' && quote !== "'" && at + 1 < args.length) word = (word ?? '') + (args[++at] ?? '')
    else if (quote !== null) {
      if (char === quote) quote = null
      else word = (word ?? '') + char
    } else if (char === '"' || (char === "'" && word === null)) {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + char
  }
  if (word !== null) words.push(word)
  return words
}
