// The wire snapshot: every field of a request's body except messages, stream and diagnostics, frozen as text.

/** How long a cache entry lives; chosen per session, inherited by forks, never changed in a thread's life. */
export type CacheTtl = '5m' | '1h'

/** A hash of text, hexadecimal; the host gives SHA-256, so that this layer needs no platform. */
export type Hash = (text: string) => string

export interface SystemBlock {
  type: 'text'
  text: string
}

/** The fields in the order they are sent. Absent fields are not sent. */
export interface SnapshotFields {
  model: string
  max_tokens: number
  system: SystemBlock[]
  tools: Record<string, unknown>[]
  tool_choice?: Record<string, unknown>
  thinking?: Record<string, unknown>
  output_config?: Record<string, unknown>
  stop_sequences?: string[]
  service_tier?: string
  speed?: string
  inference_geo?: string
}

const FIELD_ORDER = [
  'model',
  'max_tokens',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'stop_sequences',
  'service_tier',
  'speed',
  'inference_geo',
] as const satisfies readonly (keyof SnapshotFields)[]

/**
 * Renders a snapshot's text. It is rendered once and then only repeated.
 *
 * @returns JSON text that is a fixed point of parse and stringify
 */
export function renderSnapshot(fields: SnapshotFields): string {
  const ordered: Record<string, unknown> = {}
  for (const name of FIELD_ORDER) if (fields[name] !== undefined) ordered[name] = fields[name]
  return wireJson(ordered)
}

const parsed = new Map<string, SnapshotFields>()
/** Few differ; each is asked for over and over. */
const MOST_PARSED = 16

/**
 * Reads a snapshot's text; it was written by `renderSnapshot`, so its shape is known. The answer is shared: it is only read.
 */
export function parseSnapshot(text: string): Readonly<SnapshotFields> {
  const known = parsed.get(text)
  if (known) return known
  const fields = JSON.parse(text) as SnapshotFields
  if (parsed.size >= MOST_PARSED) parsed.clear()
  parsed.set(text, fields)
  return fields
}

/**
 * The text that parsing and serialising again no longer changes. Integer-like keys move to the front and `1.0` becomes
 * `1` at the first pass, so what is stored went through it once.
 */
export function fixedPoint(json: string): string {
  return JSON.stringify(JSON.parse(json))
}

/** Replaces lone surrogates, which no server accepts, by U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
}

/** A value as the JSON text that is stored and sent: a fixed point, without lone surrogates in strings or keys. */
export function wireJson(value: unknown): string {
  // Well-formed stringify writes exactly the lone ones as escapes; an escaped backslash before `ud800` is none.
  const json = JSON.stringify(value).replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (found) =>
    found === '\\\\' ? found : '\uFFFD',
  )
  return fixedPoint(json)
}
