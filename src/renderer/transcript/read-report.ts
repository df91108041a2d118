// Reads a fork's report as it reached its parent: its text, and what the runtime says beside it. Pure.
import { plural } from '../ui/format-count'
import { formatDuration } from '../ui/format-time'

export interface Report {
  /** What the fork wrote, as markdown. */
  text: string
  /** What the runtime knows and no model wrote: files, calls, time; in the order in which they are told. */
  facts: readonly string[]
  /** Calls that were refused, commands that still ran: to be read before the text is believed. */
  remarks: readonly string[]
}

/** The report in a `<task-notification>` element; a text that is no such element is all report and no facts. */
export function readReport(notification: string): Report {
  const inside = /^\s*<task-notification>([\s\S]*)<\/task-notification>\s*$/.exec(notification)?.[1]
  if (inside === undefined) return { text: notification, facts: [], remarks: [] }
  return {
    text: contentOf(inside, 'result')[0] ?? contentOf(inside, 'summary')[0] ?? '',
    facts: factsOf(inside),
    remarks: contentOf(inside, 'remark'),
  }
}

const NOTED = /^(Quoted: .*|Files: .*|It was brought back before)\.$/

/** What a person brought home: the report as it was written, and what the runtime noted below it, a fact each. */
export function readBroughtBack(text: string): Report {
  const at = text.lastIndexOf('\n\n')
  const lines = text.slice(at + 2).split('\n')
  if (!lines.every((line) => NOTED.test(line))) return { text, facts: [], remarks: [] }
  const facts = lines.map((line) =>
    line
      .replace(/^Files: /, '')
      .replace(/^Quoted: /, 'quoted ')
      .replace(/\.$/, ''),
  )
  return { text: at < 0 ? '' : text.slice(0, at), facts, remarks: [] }
}

function factsOf(inside: string): string[] {
  const facts: string[] = []
  const files = numberOf(inside, 'files-changed')
  const calls = numberOf(inside, 'tool-uses')
  const took = numberOf(inside, 'duration-ms')
  if (files !== null) facts.push(`${plural(files, 'file')} changed`)
  if (calls !== null) facts.push(plural(calls, 'call'))
  if (took !== null) facts.push(formatDuration(took))
  return facts
}

/** The contents of all elements of a name. What is inside them was escaped, so none of them can hold another. */
function contentOf(inside: string, name: string): string[] {
  const element = new RegExp(`<${name}>([^<]*)</${name}>`, 'g')
  return [...inside.matchAll(element)].map((match) => unescapeText(match[1] ?? ''))
}

function numberOf(inside: string, attribute: string): number | null {
  const value = new RegExp(`<[^>]*\\b${attribute}="(\\d+)"[^>]*/>`).exec(inside)?.[1]
  return value === undefined ? null : Number(value)
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function unescapeText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot);/g, (all, name: string) => CHARACTERS[name] ?? all)
}
