// What a tool call asks for, as a person checks it: a command, a change of a file, a page of the web, or its input.
import { webHost } from '../../../shared/domain/web-address'

/** One replacement in a file, or the whole of a new one. */
export interface FileChange {
  path: string
  edits: { before: string; after: string; everywhere: boolean }[]
  /** True when the call replaces the whole file, whatever is in it. */
  whole: boolean
}

/** `rest` holds what else is in the input, so that nothing that is allowed stays unseen. */
export type CallView =
  | { kind: 'command'; command: string; rest: [string, string][] }
  | { kind: 'change'; change: FileChange; rest: [string, string][] }
  /** `host` as a rule names it; of a name outside of ASCII its punycode. */
  | { kind: 'page'; url: string; host: string; rest: [string, string][] }
  | { kind: 'input'; rest: [string, string][] }

type Fields = Record<string, unknown>

/** Describes a call of any tool; input of an unknown shape is shown field by field. */
export function describeCall(tool: string, input: unknown): CallView {
  if (!isFields(input)) return { kind: 'input', rest: [['input', plainText(input)]] }
  const name = tool.toLowerCase()
  if (name === 'bash' && typeof input.command === 'string') {
    return { kind: 'command', command: input.command, rest: restOf(input, ['command']) }
  }
  const host = name === 'webfetch' && typeof input.url === 'string' ? webHost(input.url) : null
  if (host !== null) return { kind: 'page', url: String(input.url), host, rest: restOf(input, ['url']) }
  const change = name === 'edit' || name === 'multiedit' ? readEdit(input) : name === 'write' ? readWrite(input) : null
  return change ? change : { kind: 'input', rest: restOf(input, []) }
}

function readEdit(input: Fields): CallView | null {
  const path = pathOf(input)
  const listed = Array.isArray(input.edits) ? input.edits : [input]
  const edits = listed.map((edit) => (isFields(edit) ? readReplacement(edit) : null))
  const whole = edits.filter((edit) => edit !== null)
  if (path === null || whole.length !== edits.length || whole.length === 0) return null
  const used = Array.isArray(input.edits) ? ['edits'] : [BEFORE_NAMES, AFTER_NAMES].map((names) => nameOf(input, names))
  const rest = restOf(input, [nameOf(input, PATH_NAMES), ...used, 'replace_all'])
  return { kind: 'change', change: { path, edits: whole, whole: false }, rest }
}

function readReplacement(edit: Fields): FileChange['edits'][number] | null {
  const before = textAt(edit, BEFORE_NAMES)
  const after = textAt(edit, AFTER_NAMES)
  return before === null || after === null ? null : { before, after, everywhere: edit.replace_all === true }
}

function readWrite(input: Fields): CallView | null {
  const path = pathOf(input)
  const after = textAt(input, CONTENT_NAMES)
  if (path === null || after === null) return null
  const edits = [{ before: '', after, everywhere: false }]
  const rest = restOf(input, [nameOf(input, PATH_NAMES), nameOf(input, CONTENT_NAMES)])
  return { kind: 'change', change: { path, edits, whole: true }, rest }
}

const PATH_NAMES = ['file_path', 'path']
const BEFORE_NAMES = ['old_string', 'old_str']
const AFTER_NAMES = ['new_string', 'new_str']
const CONTENT_NAMES = ['content', 'file_text']

function pathOf(input: Fields): string | null {
  return textAt(input, PATH_NAMES)
}

function textAt(input: Fields, names: readonly string[]): string | null {
  const name = nameOf(input, names)
  const value = name === null ? null : input[name]
  return typeof value === 'string' ? value : null
}

function nameOf(input: Fields, names: readonly string[]): string | null {
  return names.find((name) => typeof input[name] === 'string') ?? null
}

function restOf(input: Fields, used: readonly (string | null)[]): [string, string][] {
  return Object.entries(input)
    .filter(([name]) => !used.includes(name))
    .map(([name, value]) => [name, plainText(value)])
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}

/** Whether a value is an object with named fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
