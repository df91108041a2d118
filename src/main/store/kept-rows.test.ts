import { expect, test } from 'vitest'
import { WriteGate } from './connection'
import { KeptRows } from './kept-rows'

interface Row {
  name: string
}

function setUp() {
  const gate = new WriteGate()
  return { gate, kept: new KeptRows<Row>(gate) }
}

test('a row is kept until it changes, or until any row does', () => {
  const { kept } = setUp()
  for (const name of ['a', 'b', 'c']) kept.keep(name, { name })
  kept.changes('a')
  expect(['a', 'b', 'c'].map((key) => kept.get(key)?.name)).toEqual([undefined, 'b', 'c'])
  kept.changes(null)
  expect(['b', 'c'].map((key) => kept.get(key))).toEqual([undefined, undefined])
})

test('several are answered together, or not at all', () => {
  const { kept } = setUp()
  for (const name of ['a', 'b']) kept.keep(name, { name })
  expect(kept.getAll(['b', 'a'])).toEqual([{ name: 'b' }, { name: 'a' }])
  expect(kept.getAll(['a', 'c', 'b'])).toBeNull()
  expect(kept.getAll([])).toEqual([])
})

test('what was read after a change is forgotten when its commit fails, and kept when it does not', () => {
  const { gate, kept } = setUp()
  for (const committed of [true, false]) {
    kept.changes('a')
    kept.keep('a', { name: 'new' })
    gate.close(committed)
    expect(kept.get('a')?.name).toBe(committed ? 'new' : undefined)
  }
})

test('the one that was not asked for the longest goes first, at some thousands', () => {
  const { kept } = setUp()
  for (let n = 0; n < 4_000; n++) kept.keep(`${n}`, { name: `${n}` })
  kept.get('0')
  kept.keep('one more', { name: 'one more' })
  expect(['0', '1', '2', 'one more'].map((key) => kept.get(key)?.name)).toEqual(['0', undefined, '2', 'one more'])
})

test('a record that is given out cannot be changed', () => {
  const { kept } = setUp()
  const record = kept.keep('a', { name: 'a' })
  expect(() => Object.assign(record, { name: 'b' })).toThrow(TypeError)
})
