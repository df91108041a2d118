import { expect, test } from 'vitest'
import { schemaProblem } from './check-schema'
import { freezeTools, MOST_DESCRIPTION_CHARS, MOST_TOOLS } from './freeze-tools'

const hash = (text: string) => [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7).toString(16)
const object = { type: 'object', properties: { a: { type: 'string' } } }
const tool = (name: string, more: object = {}) => ({ name, description: 'd', inputSchema: object, ...more })

test('the same offer gives the same bytes in whatever order it comes', () => {
  const offered = [tool('b'), tool('a.x'), tool('C'), tool('a_y')]
  const frozen = freezeTools('s', offered, hash)
  expect(frozen.tools.map(({ definition }) => definition.name)).toEqual([
    'mcp__s__C',
    'mcp__s__a_x',
    'mcp__s__a_y',
    'mcp__s__b',
  ])
  expect(JSON.stringify(freezeTools('s', offered.toReversed(), hash))).toBe(JSON.stringify(frozen))
})

test('two tools that would be called the same: the first by its own name is taken, the other named', () => {
  const { tools, leftOut } = freezeTools('s', [tool('a b'), tool('a_b'), tool('a.b')], hash)
  expect(tools.map((each) => each.tool)).toEqual(['a b'])
  expect(leftOut.map((each) => each.tool)).toEqual(['a.b', 'a_b'])
})

test('what is too long, too much or no tool is bounded or left out, and said', () => {
  const many = Array.from({ length: 3_000 }, (_, n) => tool(`t${n}`))
  const frozen = freezeTools('s', [...many, null, 7, {}, { name: 5 }], hash)
  expect(frozen.tools).toHaveLength(MOST_TOOLS)
  expect(frozen.leftOut).toHaveLength(3_000 - MOST_TOOLS + 1)
  const long = `${'x'.repeat(MOST_DESCRIPTION_CHARS - 3)}😀😀`
  const [cut] = freezeTools('s', [tool('a', { description: long })], hash).tools
  expect(cut?.definition.description.length).toBeLessThanOrEqual(MOST_DESCRIPTION_CHARS)
  expect(cut?.definition.description.isWellFormed()).toBe(true)
  expect(freezeTools('s', [tool('a', { description: { evil: true } })], hash).tools[0]?.definition.description).toBe('')
})

test('a schema is sent without the address of its language', () => {
  const inputSchema = { $schema: 'http://json-schema.org/draft-07/schema#', ...object }
  expect(freezeTools('s', [tool('a', { inputSchema })], hash).tools[0]?.definition.input_schema).toEqual(object)
})

const nested = (depth: number): object => (depth === 0 ? {} : { type: 'array', items: nested(depth - 1) })

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['a text', 'object'],
  ['no type', { properties: {} }],
  ['another type', { type: 'string' }],
  ['a choice at the top', { type: 'object', anyOf: [{}] }],
  ['an odd property', { type: 'object', properties: { 'a b': {} } }],
  ['properties that are a list', { type: 'object', properties: [] }],
  ['a property that is no schema', { type: 'object', properties: { a: 'string' } }],
  ['a type nobody knows', { type: 'object', properties: { a: { type: 'text' } } }],
  ['required that is no list', { type: 'object', required: true }],
  ['required twice', { type: 'object', required: ['a', 'a'] }],
  ['items of an older draft', { type: 'object', properties: { a: { type: 'array', items: [{}] } } }],
  ['a bound of an older draft', { type: 'object', properties: { a: { exclusiveMinimum: true } } }],
  ['a pattern that is none', { type: 'object', properties: { a: { pattern: '(' } } }],
  ['another document', { type: 'object', properties: { a: { $ref: 'https://x.example/y' } } }],
  ['an empty choice', { type: 'object', properties: { a: { oneOf: [] } } }],
  ['too deep', { type: 'object', properties: { a: nested(40) } }],
  ['too long', { type: 'object', description: 'x'.repeat(40_000) }],
])('a schema with %s is not sent', (_, schema) => {
  expect(schemaProblem(schema)).toEqual(expect.any(String))
  expect(freezeTools('s', [tool('a', { inputSchema: schema }), tool('b')], hash)).toMatchObject({
    tools: [{ tool: 'b' }],
    leftOut: [{ tool: 'a' }],
  })
})

test('schemas as servers write them are sent', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: ['string', 'null'], enum: ['x', null], default: null },
      b: { anyOf: [{ $ref: '#/$defs/B' }, true], 'x-order': 1 },
      c: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1, uniqueItems: true },
      d: { type: 'object', additionalProperties: { type: 'string' }, patternProperties: { '^x': {} } },
    },
    $defs: { B: { type: 'string', pattern: '^[a-z]+$', format: 'uuid' } },
    required: ['a'],
    additionalProperties: false,
  }
  expect(schemaProblem(schema)).toBeNull()
})
