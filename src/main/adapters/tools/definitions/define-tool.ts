import { z } from 'zod'
import type { ToolDefinition } from '../../../services/ports/tools'

/** A tool's face: what the model is told of it, and the schema its input is parsed with. */
export interface ToolFace<Input> {
  readonly definition: ToolDefinition
  readonly input: z.ZodType<Input>
}

/** The order in which the keys of a schema are written, so that the bytes do not depend on a library's habits. */
const KEY_ORDER = [
  'type',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]

/** Makes the definition the model gets and the parser for what it answers from one schema. */
export function defineTool<Input>(name: string, description: string, input: z.ZodType<Input>): ToolFace<Input> {
  const schema = ordered(z.toJSONSchema(input, { io: 'input' }))
  return { definition: { name, description, input_schema: schema }, input }
}

function ordered(schema: object): Record<string, unknown> {
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema')
  for (const [key] of entries) {
    if (!KEY_ORDER.includes(key)) throw new Error(`the schema key ${key} has no place in the order`)
  }
  entries.sort(([a], [b]) => KEY_ORDER.indexOf(a) - KEY_ORDER.indexOf(b))
  return Object.fromEntries(entries.map(([key, value]) => [key, orderedValue(key, value)]))
}

function orderedValue(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // The names of properties keep the order they were declared in.
  if (key === 'properties') {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, orderedValue('', schema)]))
  }
  return ordered(value)
}
