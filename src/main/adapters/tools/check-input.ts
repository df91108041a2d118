import type { z } from 'zod'
import { TOOL_FACES } from './definitions/tool-definitions'

type Issue = z.core.$ZodIssue

const MAX_ISSUES = 5
const MAX_SHOWN = 80

/**
 * Says what is wrong with the input of a call, so that the model can mend it: which field, what was expected, what came.
 *
 * @returns null when the input fits
 */
export function checkInput(name: string, input: unknown): string | null {
  const face = TOOL_FACES.find((candidate) => candidate.definition.name === name)
  if (face === undefined) {
    const names = TOOL_FACES.map((candidate) => candidate.definition.name).join(', ')
    return `There is no tool ${JSON.stringify(name)}. The tools are: ${names}.`
  }
  const parsed = face.input.safeParse(input)
  if (parsed.success) return null
  const sentences = parsed.error.issues.slice(0, MAX_ISSUES).map((issue) => sentence(issue, input))
  const fields = Object.keys(face.definition.input_schema.properties ?? {}).join(', ')
  return `The input of ${name} does not fit: ${sentences.join('; ')}. Its fields are: ${fields}. Nothing was done.`
}

function sentence(issue: Issue, input: unknown): string {
  const path = issue.path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(', ')
    return `${path === '' ? '' : `${path}: `}it has no field ${keys}`
  }
  const value = issue.path.reduce(valueAt, input)
  if (value === undefined) return `${path} is missing (${expected(issue)})`
  return `${path === '' ? 'the input' : path}: ${expected(issue)}, got ${shown(value)}`
}

function valueAt(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${issue.expected === 'int' ? 'an integer' : issue.expected}`
    case 'invalid_value':
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return `expected at least ${issue.minimum} ${unit(issue.origin)}`.trim()
    case 'too_big':
      return `expected at most ${issue.maximum} ${unit(issue.origin)}`.trim()
    default:
      return issue.message
  }
}

function unit(origin: string): string {
  if (origin === 'string') return 'characters'
  return origin === 'array' ? 'entries' : ''
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'string' && value.length > MAX_SHOWN) return `a string of ${value.length} characters`
  return `${typeof value} ${JSON.stringify(value)}`
}
