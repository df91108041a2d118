import { describe, expect, it } from 'vitest'
import { elements, members, pathAt, valueEnd } from './json-scan'

const text = JSON.stringify({
  a: 'a "quoted" \\ text, with ] and }',
  'odd key': [1, [2, { b: null }], 'x\\'],
  nested: { deep: { list: [true, { name: 'here' }] } },
})

describe('looking at JSON without reading it', () => {
  it('finds the members of an object, whatever their strings hold', () => {
    const found = members(text, 0)
    expect(found.map((member) => member.key)).toEqual(['a', 'odd key', 'nested'])
    expect(found.map(({ start, end }) => JSON.parse(text.slice(start, end)))).toEqual(Object.values(JSON.parse(text)))
  })

  it('finds the elements of an array', () => {
    const list = members(text, 0)[1]
    const found = elements(text, list?.start ?? 0).map(({ start, end }) => text.slice(start, end))
    expect(found).toEqual(['1', '[2,{"b":null}]', '"x\\\\"'])
  })

  it('passes over white space', () => {
    const spaced = JSON.stringify(JSON.parse(text), null, 2)
    expect(members(spaced, 0).map(({ start, end }) => JSON.parse(spaced.slice(start, end)))).toEqual(
      Object.values(JSON.parse(text)),
    )
    expect(elements('[ ]', 0)).toEqual([])
    expect(members('{ }', 0)).toEqual([])
  })

  it('names the innermost value that holds a character', () => {
    expect(pathAt(text, text.indexOf('here'))).toBe('.nested.deep.list[1].name')
    expect(pathAt(text, text.indexOf('null'))).toBe('["odd key"][1][1].b')
    expect(pathAt(text, 0)).toBe('')
  })

  it('says that a text ended too early', () => {
    expect(() => valueEnd('{"a":[1,2', 0)).toThrow(SyntaxError)
    expect(() => valueEnd('"abc', 0)).toThrow(SyntaxError)
  })
})
