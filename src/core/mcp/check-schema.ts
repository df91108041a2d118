// Whether the schema of a server's tool can be sent: one that the API refuses would make every request of a session fail.

const MOST_CHARS = 32_768
const MOST_DEPTH = 24
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/

const ONE = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const NAMED = new Set(['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'])
const COUNTS = new Set(['maxItems', 'maxLength', 'maxProperties', 'minItems', 'minLength', 'minProperties'])
const NUMBERS = new Set(['exclusiveMaximum', 'exclusiveMinimum', 'maximum', 'minimum', 'multipleOf'])

/** Why a schema cannot be sent, as half a sentence; null when it can (JSON Schema 2020-12, as the API takes it). */
export function schemaProblem(schema: unknown): string | null {
  if (!isRecord(schema) || schema.type !== 'object') return 'its schema is not that of an object'
  if (JSON.stringify(schema).length > MOST_CHARS) return `its schema is longer than ${MOST_CHARS} characters`
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (key in schema) return `its schema has “${key}” at the top, which the API refuses`
  const odd = isRecord(schema.properties) && Object.keys(schema.properties).find((name) => !PROPERTY_NAME.test(name))
  if (typeof odd === 'string')
    return `its schema has a property ${JSON.stringify(odd).slice(0, 80)}, which the API refuses`
  return problemIn(schema, '', 0)
}

function problemIn(schema: unknown, path: string, depth: number): string | null {
  if (typeof schema === 'boolean') return null
  if (!isRecord(schema)) return `its schema is not valid${path && ` at ${path.slice(0, 120)}`}`
  if (depth > MOST_DEPTH) return `its schema is nested more than ${MOST_DEPTH} levels deep`
  for (const [key, value] of Object.entries(schema)) {
    const here = path === '' ? key : `${path}.${key}`
    const inner = childrenOf(key, value)
    if (inner === null) return `its schema is not valid at ${here.slice(0, 120)}`
    for (const [name, child] of inner) {
      const problem = problemIn(child, name === '' ? here : `${here}.${name}`, depth + 1)
      if (problem) return problem
    }
  }
  return null
}

/** The schemas below a keyword; null where its value cannot be what it should be. */
function childrenOf(key: string, value: unknown): [string, unknown][] | null {
  if (ONE.has(key)) return [['', value]]
  if (LIST.has(key)) return Array.isArray(value) && value.length > 0 ? value.map((each, n) => [String(n), each]) : null
  if (NAMED.has(key)) return isRecord(value) && !Object.hasOwn(value, '__proto__') ? Object.entries(value) : null
  return plainFits(key, value) ? [] : null
}

function plainFits(key: string, value: unknown): boolean {
  if (COUNTS.has(key)) return Number.isInteger(value) && Number(value) >= 0
  if (NUMBERS.has(key)) return typeof value === 'number'
  switch (key) {
    case 'type':
      return Array.isArray(value)
        ? value.length > 0 && value.every((each) => TYPES.has(each)) && areUnique(value)
        : typeof value === 'string' && TYPES.has(value)
    case 'required':
      return Array.isArray(value) && value.every((each) => typeof each === 'string') && areUnique(value)
    case 'enum':
      return Array.isArray(value) && value.length > 0
    case 'pattern':
      return typeof value === 'string' && isPattern(value)
    // Nobody fetches what another document says.
    case '$ref':
      return typeof value === 'string' && value.startsWith('#')
    case 'description':
    case 'title':
    case 'format':
      return typeof value === 'string'
    default:
      return true
  }
}

function areUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
