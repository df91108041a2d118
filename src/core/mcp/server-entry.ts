// One entry of `mcpServers`, as files of the ecosystem have it: what is started or reached, and what is wrong with it.
import { expandVariables, type Variables } from './expand-variables'

interface Common {
  /** How long one call may take, in milliseconds; null: as for all servers. */
  timeoutMs: number | null
}

export interface StdioEntry extends Common {
  kind: 'stdio'
  command: string
  args: string[]
  env: Record<string, string>
}

export interface HttpEntry extends Common {
  kind: 'http'
  url: string
  headers: Record<string, string>
}

export type ServerEntry = StdioEntry | HttpEntry
export type ReadEntry = { ok: true; entry: ServerEntry } | { ok: false; reason: string }

const HTTP_TYPES = new Set(['http', 'streamable-http', 'streamableHttp'])
const MOST_PARTS = 200
const LONGEST_TIMEOUT_MS = 24 * 60 * 60 * 1000

class Wrong extends Error {}

/** Reads an entry and puts the variables in. What is wrong comes back as half a sentence; the other servers are not touched by it. */
export function readServerEntry(raw: unknown, variables: Variables): ReadEntry {
  try {
    if (!isRecord(raw)) throw new Wrong('it is not an object')
    return { ok: true, entry: readAs(kindOf(raw), raw, variables) }
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, reason: error.message }
    throw error
  }
}

/** What an entry starts or reaches, as it is written: without the values of variables. */
export function shownEntry(raw: unknown): string {
  if (!isRecord(raw)) return ''
  const words = [raw.command, ...(Array.isArray(raw.args) ? raw.args : []), raw.url]
  return words.filter((word) => typeof word === 'string').join(' ')
}

/** Every text of an entry in which variables are put in. */
export function textsOfEntry(raw: unknown): string[] {
  if (typeof raw === 'string') return [raw]
  if (Array.isArray(raw)) return raw.flatMap(textsOfEntry)
  return isRecord(raw) ? Object.values(raw).flatMap(textsOfEntry) : []
}

function kindOf({ type, command, url }: Record<string, unknown>): ServerEntry['kind'] {
  if (type === 'sse')
    throw new Wrong(
      'it uses the old transport “sse”, which Tine does not speak; most of these servers also offer “http”, often at /mcp',
    )
  if (type === 'stdio' || (type === undefined && command !== undefined)) return 'stdio'
  if ((typeof type === 'string' && HTTP_TYPES.has(type)) || (type === undefined && url !== undefined)) return 'http'
  if (type === undefined) throw new Wrong('it has neither “command” nor “url”')
  throw new Wrong(`Tine knows no transport ${JSON.stringify(type).slice(0, 60)}; there are “stdio” and “http”`)
}

function readAs(kind: ServerEntry['kind'], raw: Record<string, unknown>, variables: Variables): ServerEntry {
  const timeoutMs = readTimeout(raw.timeout)
  if (kind === 'stdio') {
    const command = expanded(raw.command, 'command', variables)
    if (command.trim() === '') throw new Wrong('“command” is empty')
    if (raw.args !== undefined && !Array.isArray(raw.args)) throw new Wrong('“args” is not a list')
    const args = (raw.args ?? []) as unknown[]
    if (args.length > MOST_PARTS) throw new Wrong(`“args” has more than ${MOST_PARTS} entries`)
    return {
      kind,
      command,
      args: args.map((arg, n) => expanded(arg, `args.${n}`, variables)),
      env: readTexts(raw.env, 'env', variables),
      timeoutMs,
    }
  }
  const url = expanded(raw.url, 'url', variables)
  if (!/^https?:\/\/[^\s]+$/i.test(url)) throw new Wrong('“url” is not an address that begins with http:// or https://')
  return { kind, url, headers: readHeaders(raw, variables), timeoutMs }
}

function readHeaders(raw: Record<string, unknown>, variables: Variables): Record<string, string> {
  if (raw.headersHelper !== undefined)
    throw new Wrong('“headersHelper” is not supported; write the headers, or name variables in them')
  const headers = readTexts(raw.headers, 'headers', variables)
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw new Wrong(`“${name.slice(0, 60)}” is no name of a header`)
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
      throw new Wrong(`the header “${name}” holds characters that cannot be sent`)
  }
  return headers
}

function readTimeout(value: unknown): number | null {
  if (value === undefined) return null
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 1)
    throw new Wrong('“timeout” is not a number of milliseconds')
  return Math.min(Math.floor(value), LONGEST_TIMEOUT_MS)
}

function readTexts(value: unknown, key: string, variables: Variables): Record<string, string> {
  if (value === undefined) return {}
  if (!isRecord(value)) throw new Wrong(`“${key}” is not an object`)
  const entries = Object.entries(value)
  if (entries.length > MOST_PARTS) throw new Wrong(`“${key}” has more than ${MOST_PARTS} entries`)
  return Object.fromEntries(entries.map(([name, text]) => [name, expanded(text, `${key}.${name}`, variables)]))
}

function expanded(value: unknown, key: string, variables: Variables): string {
  if (typeof value !== 'string') throw new Wrong(value === undefined ? `“${key}” is missing` : `“${key}” is not a text`)
  if (value.includes('\0')) throw new Wrong(`“${key}” holds a null character`)
  const expansion = expandVariables(value, variables)
  if ('problem' in expansion) throw new Wrong(`“${key}”: ${expansion.problem}`)
  return expansion.text
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
