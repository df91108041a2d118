// Where two JSON values differ first, in the order of their bytes.

export interface JsonDifference {
  /** Keys and indexes below the values, joined by dots; empty: the values themselves. */
  path: string
  what: string
}

/** Longer values are not quoted: a difference is one line. */
const LONGEST_QUOTED = 60

/** The first difference of two values; null where their bytes are the same. A key that is not sent counts as undefined. */
export function jsonDifference(expected: unknown, actual: unknown): JsonDifference | null {
  if (JSON.stringify(expected) === JSON.stringify(actual)) return null
  if (isObject(expected) && isObject(actual) && Array.isArray(expected) === Array.isArray(actual))
    return objectDifference(expected, actual)
  return { path: '', what: scalarWords(expected, actual) }
}

/** How many characters two texts share from the start. */
export function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let n = 0
  while (n < end && a.charCodeAt(n) === b.charCodeAt(n)) n++
  return n
}

function objectDifference(expected: Record<string, unknown>, actual: Record<string, unknown>): JsonDifference {
  const [before, after] = [keysSent(expected), keysSent(actual)]
  for (const key of new Set([...before, ...after])) {
    const inner = jsonDifference(expected[key], actual[key])
    if (inner) return { path: inner.path === '' ? key : `${key}.${inner.path}`, what: inner.what }
  }
  const key = after.find((name, n) => name !== before[n])
  return { path: '', what: `other order from ${key} on` }
}

function keysSent(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}

function scalarWords(expected: unknown, actual: unknown): string {
  if (typeof expected === 'string' && typeof actual === 'string' && !(isShort(expected) && isShort(actual)))
    return `differs from character ${sharedLength(expected, actual)} on`
  const [from, to] = [quoted(expected), quoted(actual)]
  if (from !== null && to !== null) return `${from} → ${to}`
  if (actual === undefined) return 'removed'
  return expected === undefined ? 'added' : 'differs'
}

/** A value as it is told; null where it is too long for that. */
function quoted(value: unknown): string | null {
  if (value === undefined) return 'not sent'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return isShort(text) ? text : null
}

function isShort(text: string): boolean {
  return text.length <= LONGEST_QUOTED && !/[\n\r]/.test(text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
