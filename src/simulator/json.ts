// Narrowing of parsed JSON.

/** A parsed JSON object whose fields are not known yet. */
export type JsonObject = { [key: string]: unknown }

/** True for JSON objects; false for arrays and null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
