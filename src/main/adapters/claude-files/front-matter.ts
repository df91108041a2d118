// The head of the ecosystem's Markdown files, read as what it is: somebody's YAML, possibly broken, never fatal.
import { LineCounter, parseDocument } from 'yaml'

export interface FrontMatter {
  fields: Record<string, unknown>
  body: string
  /** What is wrong with the head; null when nothing is. */
  problem: { line: number; reason: string } | null
}

const HEAD = /^---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/

/** Divides a file into head and body. Without a head, or with a broken one, there are no fields. */
export function readFrontMatter(text: string): FrontMatter {
  const match = HEAD.exec(text)
  if (!match) return { fields: {}, body: text, problem: null }
  const body = text.slice(match[0].length)
  const lines = new LineCounter()
  const document = parseDocument(withQuotedHint(match[1] ?? ''), { lineCounter: lines, prettyErrors: false })
  const [error] = document.errors
  if (error) {
    const [line = 1] = [lines.linePos(error.pos[0]).line]
    return { fields: {}, body, problem: { line: line + 1, reason: firstSentence(error.message) } }
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 })
    if (value === null || value === undefined) return { fields: {}, body, problem: null }
    if (typeof value !== 'object' || Array.isArray(value))
      return { fields: {}, body, problem: { line: 2, reason: 'the head is not a list of fields' } }
    return { fields: { ...value }, body, problem: null }
  } catch {
    return { fields: {}, body, problem: { line: 2, reason: 'the head repeats parts of itself by reference' } } // thrown for aliases
  }
}

/** Hints are written as `[file] [line]` by everybody, which is text to people and broken YAML. */
function withQuotedHint(head: string): string {
  return head.replace(
    /^(argument-hint:[ \t]*)(\[.*)$/m,
    (_, key: string, hint: string) => key + JSON.stringify(hint.trim()),
  )
}

/** A list written as one, or as words between commas (a comma within brackets belongs to its word). */
export function listOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((each) => String(each).trim()).filter(Boolean)
  if (typeof value !== 'string') return []
  return value
    .split(/,(?![^(]*\))/)
    .map((word) => word.trim())
    .filter(Boolean)
}

/** Rules written as a list, or between commas or white space: both are in use. What stands in brackets belongs to its rule. */
export function rulesIn(value: unknown): string[] {
  if (Array.isArray(value)) return listOf(value)
  return typeof value === 'string' ? (value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []) : []
}

/** Words written as a list, or between white space. */
export function wordsIn(value: unknown): string[] {
  return Array.isArray(value) ? listOf(value) : typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : []
}

function firstSentence(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/\.$/, '')
}
