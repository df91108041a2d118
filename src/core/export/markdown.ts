// A session as Markdown, to be read: threads are sections, calls are folded, and nothing of their content can end its fence.
import type { Item, ToolItem } from '../../shared/domain/turn'
import type { Usage } from '../../shared/domain/units'
import { cutAt } from '../content/replacement'

export interface MarkdownSession {
  title: string
  projectName: string
  /** EpochMs. */
  createdAt: number
}

export interface MarkdownThread {
  title: string
  kind: string
  state: string
  model: string
  /** Where it leaves its parent, in words; null for the main one. */
  from: string | null
  directive: string | null
}

export interface MarkdownTotals {
  rows: { title: string; usage: Usage; nanoUsd: number | null }[]
  total: { usage: Usage; nanoUsd: number | null }
}

/** As much of a call's input is shown; the whole is in a bundle. */
const INPUT_CHARS = 20_000

export function markdownHead({ title, projectName, createdAt }: MarkdownSession): string {
  const day = new Date(createdAt).toISOString().slice(0, 16).replace('T', ' ')
  return `# ${plainText(title)}\n\nProject ${plainText(projectName)} · begun ${day} UTC\n`
}

export function markdownThread({ title, kind, state, model, from, directive }: MarkdownThread): string {
  const facts = [kind, state, model].map(plainText).join(' · ')
  const place = from === null ? '' : `\n${plainText(from)}\n`
  const task = directive === null ? '' : `\n${quoted(directive)}\n`
  return `\n## ${plainText(title)}\n\n*${facts}*\n${place}${task}`
}

export function markdownTurn(n: number, startedAt: number): string {
  return `\n### Turn ${n}\n\n*${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC*\n`
}

export function markdownItem(item: Item): string {
  switch (item.kind) {
    case 'user':
      return `\n**You**\n\n${quoted(item.text)}\n`
    case 'text':
      return `\n${item.text.trimEnd()}\n`
    case 'thinking':
      return item.text.trim() === '' ? '' : folded('Thinking', fenced(item.text, 'text'))
    case 'tool':
      return toolText(item)
    case 'notice':
      return `\n*${plainText(oneLine(item.text))}*\n`
    case 'notification':
    case 'broughtBack':
      return folded(
        item.kind === 'notification' ? 'Report of a finished thread' : 'Brought back',
        fenced(item.text, 'text'),
      )
  }
}

/** Tokens and money of each thread, and of all. */
export function markdownTotals({ rows, total }: MarkdownTotals): string {
  const head = '| Thread | Input | Cache read | Cache write | Output | Cost |\n|---|---:|---:|---:|---:|---:|'
  const lines = [...rows, { title: 'Total', ...total }].map(({ title, usage, nanoUsd }) => {
    const counts = [usage.input, usage.cacheRead, usage.cacheWrite5m + usage.cacheWrite1h, usage.output]
    return `| ${plainText(title)} | ${counts.map(grouped).join(' | ')} | ${money(nanoUsd)} |`
  })
  return `\n## Tokens and cost\n\n${head}\n${lines.join('\n')}\n`
}

function toolText(item: ToolItem): string {
  const state = item.state === 'done' ? '' : ` (${item.state})`
  const parts = [fenced(jsonText(item.input), 'json')]
  if (item.output !== '') parts.push(fenced(item.output, 'text'))
  const shown = item.output.length
  if (item.outputBytes > shown * 4) parts.push(`The output was cut: it has ${grouped(item.outputBytes)} bytes.`)
  if (item.images) parts.push(`${item.images === 1 ? 'One image' : `${item.images} images`} not shown here.`)
  return folded(`${item.name}${state}`, parts.join('\n\n'))
}

function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? ''
  const cut = cutAt(text, INPUT_CHARS)
  return cut.length < text.length ? `${cut}\n…` : cut
}

function folded(summary: string, body: string): string {
  return `\n<details>\n<summary>${htmlText(oneLine(summary))}</summary>\n\n${body}\n\n</details>\n`
}

/** A fence longer than any within: no content ends it. */
function fenced(text: string, language: string): string {
  const runs = text.match(/`+/g) ?? []
  const longest = runs.reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

/** Every line is quoted, so that no heading or fence of a text becomes one of the document. */
function quoted(text: string): string {
  return text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Text in which no mark of Markdown or HTML means anything. */
function plainText(text: string): string {
  return htmlText(oneLine(text)).replaceAll(/[\\`*_[\]|#~]/g, '\\$&')
}

function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',')
}

function money(nanoUsd: number | null): string {
  return nanoUsd === null ? 'unknown' : `$${(nanoUsd / 1e9).toFixed(nanoUsd < 1e9 ? 4 : 2)}`
}
