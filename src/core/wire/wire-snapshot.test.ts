import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixedPoint, parseSnapshot, renderSnapshot, type SnapshotFields, wellFormed, wireJson } from './wire-snapshot'

const fields: SnapshotFields = {
  model: 'claude-opus-5-5',
  max_tokens: 100,
  system: [{ type: 'text', text: 'Be brief.' }],
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
}

describe('a snapshot', () => {
  test('has its fields in one order, whatever order they were given in, and only those that are set', () => {
    const { tools, system, ...rest } = fields
    const other = { speed: 'fast', tools, thinking: { type: 'adaptive' }, system, ...rest } as SnapshotFields
    expect(renderSnapshot(other)).toBe(renderSnapshot({ ...fields, thinking: { type: 'adaptive' }, speed: 'fast' }))
    expect(Object.keys(parseSnapshot(renderSnapshot(fields)))).toEqual(['model', 'max_tokens', 'system', 'tools'])
  })

  test('keeps the order of tools and of the keys within them', () => {
    const tools = [{ name: 'b', input_schema: { z: 1, a: 2 } }, { name: 'a' }]
    expect(renderSnapshot({ ...fields, tools })).toContain('[{"name":"b","input_schema":{"z":1,"a":2}},{"name":"a"}]')
  })

  test('is a fixed point from its first rendering on: integer-like keys stand in front, 1.0 is 1', () => {
    const schema = JSON.parse('{"b":1.0,"10":"x","2":"y","e":1e3}') as Record<string, unknown>
    const text = renderSnapshot({ ...fields, tools: [schema] })
    expect(text).toContain('"tools":[{"2":"y","10":"x","b":1,"e":1000}]')
    expect(fixedPoint(text)).toBe(text)
  })

  test('holds no half of a character, wherever one was: a server would refuse every request of the session', () => {
    const text = renderSnapshot({ ...fields, model: 'm\ud800', system: [{ type: 'text', text: 'a\udc00b' }] })
    expect(parseSnapshot(text)).toMatchObject({ model: 'm\ufffd', system: [{ text: 'a\ufffdb' }] })
    expect(text).not.toMatch(/\\ud/)
  })
})

describe('wire text', () => {
  test('of any value is a fixed point of parse and stringify, and well-formed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }), (value, key) => {
        const json = wireJson({ [key]: value })
        expect(JSON.stringify(JSON.parse(json))).toBe(json)
        expect(json.isWellFormed()).toBe(true)
        expect(json).not.toMatch(/(?<!\\)(\\\\)*\\ud[89a-f]/)
      }),
      { numRuns: 300 },
    )
  })

  test('keeps whole characters, and a backslash that only looks like the escape of half a one', () => {
    expect(wireJson({ text: '🌲 \\ud800 \\\\udc00' })).toBe('{"text":"🌲 \\\\ud800 \\\\\\\\udc00"}')
    expect(wireJson({ 'k\ud83c': ['\udf32'] })).toBe('{"k\ufffd":["\ufffd"]}')
  })

  test('is made well-formed character by character', () => {
    expect(wellFormed('a\ud83c\udf32b\ud83cc\udf32\ud83c')).toBe('a🌲b\ufffdc\ufffd\ufffd')
  })
})
