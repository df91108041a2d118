// Writes a schema as a type, with what types cannot say as a note beside it.
import type { z } from 'zod'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Longer objects get a line for each field. */
const INLINE_CHARS = 90

/** The type of a schema in the notation of TypeScript; references stand as their names. */
export function typeNotation(schema: JsonSchema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.not !== undefined) return 'never'
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const options = schema.anyOf ?? schema.oneOf
  if (options) return options.map((option) => typeNotation(asSchema(option), indent)).join(' | ')
  if (schema.type === 'array') return listNotation(asSchema(schema.items), indent)
  if (schema.type === 'object') return objectNotation(schema, indent)
  return (Array.isArray(schema.type) ? schema.type : [schema.type]).map(plainType).join(' | ')
}

/** What a value must fulfil beyond its type, and what stands in for it when it is left out; empty when there is nothing to say. */
export function valueNotes(schema: JsonSchema): string {
  const options = (schema.anyOf ?? schema.oneOf ?? []).map(asSchema)
  // Of a nullable value the other half is what can be said something about.
  const [said = schema] = options.filter((option) => option.type !== 'null')
  const notes = [
    said.type === 'integer' ? 'integer' : '',
    range(least(said), said.maximum),
    range(said.minLength, said.maxLength, 'characters'),
    range(said.minItems, said.maxItems, 'entries'),
    said.items === undefined ? '' : eachOf(asSchema(said.items)),
    said.pattern === undefined ? '' : `matches ${said.pattern}`,
    said.format === 'uri' ? 'an address' : '',
    schema.default === undefined ? '' : `default ${literal(schema.default)}`,
  ]
  return notes.filter((note) => note !== '').join(', ')
}

function plainType(type: string | undefined): string {
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

function listNotation(items: JsonSchema, indent: string): string {
  const item = typeNotation(items, indent)
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
}

function objectNotation(schema: JsonSchema, indent: string): string {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return recordNotation(schema, indent)
  const inner = `${indent}  `
  const lines = fields.map(([name, field]) => {
    const value = asSchema(field)
    const optional = schema.required?.includes(name) ? '' : '?'
    return { text: `${nameOf(name)}${optional}: ${typeNotation(value, inner)}`, note: valueNotes(value) }
  })
  const inline = `{ ${lines.map(({ text }) => text).join('; ')} }`
  const short = inline.length + indent.length <= INLINE_CHARS && !inline.includes('\n')
  if (short && lines.every(({ note }) => note === '')) return inline
  const written = lines.map(({ text, note }) => `${inner}${text}${note === '' ? '' : ` // ${note}`}`)
  return `{\n${written.join('\n')}\n${indent}}`
}

function recordNotation(schema: JsonSchema, indent: string): string {
  const { additionalProperties, propertyNames } = schema
  if (typeof additionalProperties !== 'object') return '{}'
  const key = typeNotation(asSchema(propertyNames), indent)
  const value = typeNotation(additionalProperties, indent)
  return key === 'string' ? `{ [name: string]: ${value} }` : `{ [name in ${key}]?: ${value} }`
}

function eachOf(items: JsonSchema): string {
  const notes = valueNotes(items)
  return notes === '' || items.$ref !== undefined || items.type === 'object' ? '' : `each ${notes}`
}

function range(lowest: number | undefined, highest: number | undefined, unit = ''): string {
  const from = lowest === undefined || lowest <= -Number.MAX_SAFE_INTEGER ? undefined : lowest
  const to = highest === undefined || highest >= Number.MAX_SAFE_INTEGER ? undefined : highest
  if (from === undefined && to === undefined) return ''
  const text = to === undefined ? `at least ${from}` : from === undefined ? `at most ${to}` : `${from}…${to}`
  return unit === '' ? text : `${text} ${unit}`
}

function least({ minimum, exclusiveMinimum, type }: JsonSchema): number | undefined {
  if (minimum !== undefined || typeof exclusiveMinimum !== 'number') return minimum
  return type === 'integer' ? exclusiveMinimum + 1 : exclusiveMinimum
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

function nameOf(field: string): string {
  return /^[A-Za-z_]\w*$/.test(field) ? field : `'${field}'`
}

/** A schema of `true`, or none, accepts everything. */
function asSchema(schema: JsonSchema['items']): JsonSchema {
  return typeof schema === 'object' && !Array.isArray(schema) ? schema : {}
}
