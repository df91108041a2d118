// What stands on one line of a transcript: an object; several that were joined; or what is left of one that was torn.

export type JsonObject = Record<string, unknown>

export interface LineObjects {
  objects: JsonObject[]
  /** Whether something on the line could not be read. */
  torn: boolean
}

/** How an entry may begin; nested objects of a message begin otherwise. */
const BEGINNING =
  /\{"(?:parentUuid|logicalParentUuid|isSidechain|type|uuid|sessionId|summary|leafUuid|messageId|cwd|userType)"/g

/** A line that holds more pieces than this is no transcript. */
const MOST_PIECES = 64

/** Reads a line that was written whole, joined to the next one, or cut off and written on. Never throws. */
export function objectsOfLine(line: string): LineObjects {
  const whole = parseObject(line)
  if (whole) return { objects: [whole], torn: false }
  const objects: JsonObject[] = []
  let [end, torn] = [0, false]
  let pieces = 0
  for (const { index } of line.matchAll(BEGINNING)) {
    if (index < end) continue
    if (++pieces > MOST_PIECES) return { objects, torn: true }
    const stop = endOfObject(line, index)
    const object = stop === null ? null : parseObject(line.slice(index, stop))
    // Behind a torn one stand parts of it as well: only what names itself as an entry is one.
    if (stop === null || !object || (torn && !isEntry(object))) {
      torn = true
      continue
    }
    if (line.slice(end, index).trim() !== '') torn = true
    objects.push(object)
    end = stop
  }
  return { objects, torn: torn || line.slice(end).trim() !== '' }
}

function isEntry(object: JsonObject): boolean {
  return typeof object.uuid === 'string' && typeof object.sessionId === 'string'
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Where the object that begins here ends; null: it does not. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 123) depth++
    else if (code === 125 && --depth === 0) return at + 1
  }
  return null
}
