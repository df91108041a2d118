import { expect, test } from 'vitest'
import type { LiveItem } from '../../shared/projection/session-view'
import { textItem, viewTurn } from '../../testing/domain-views'
import { createRowReader } from './transcript-rows'

const turn = viewTurn({ id: 'trn_1', n: 1, state: 'running' })
const body = { items: [textItem('itm_1', 'said'), textItem('itm_2', 'done')], complete: true }
const grown = (text: string): LiveItem[] => [
  { id: 'itm_3', turnId: 'trn_1', threadId: 'thr_main', channel: 'text', name: null, text },
]

test('a turn in which nothing changed has the rows it had', () => {
  const read = createRowReader()
  const live = grown('one')
  expect(read(turn, body, live)).toBe(read(turn, body, live))
})

test('while an answer grows, only its own row is another', () => {
  const read = createRowReader()
  const before = read(turn, body, grown('one'))
  const after = read(turn, body, grown('one two'))
  expect(after.map((row, index) => row === before[index])).toEqual([true, true, false])
})

test('a turn that was not read yet begins with a row that says so', () => {
  const read = createRowReader()
  expect(read(turn, undefined, undefined)).toEqual([{ key: 'trn_1', turn, entry: null }])
  expect(read(turn, { ...body, complete: false }, undefined).map((row) => row.entry?.id)).toEqual([
    undefined,
    'itm_1',
    'itm_2',
  ])
})
