import { expect, it } from 'vitest'
import { toolItem, viewRequest, viewTurn } from '../../../../testing/domain-views'
import { purposeOf, turnOf } from './request-purpose'

const turn = viewTurn({ id: 'trn_2', n: 2, startedAt: 200 })
const request = viewRequest({ id: 'b', startedAt: 260 })
const previous = viewRequest({ id: 'a', startedAt: 210 })
const read = (id: string, path: string, endedAt: number) =>
  toolItem({ id, name: 'read', input: { path }, startedAt: endedAt - 5, endedAt })
const said = { id: 'u', turnId: 'trn_2', at: 200, kind: 'user', text: 'Split the parser.\nPlease.' } as const

it('names the call whose result a request carries, and how many more', () => {
  const items = [said, read('1', 'src/old.ts', 205), read('2', 'src/lexer.ts', 240), read('3', 'src/parser.ts', 250)]
  expect(purposeOf(request, previous, turn, items)).toEqual({ text: 'Read parser.ts +1', code: true })
})

it('says what the person wrote where no call came before', () => {
  expect(purposeOf(viewRequest({ id: 'a', startedAt: 201 }), undefined, turn, [said])).toEqual({
    text: 'Split the parser.',
    code: false,
  })
})

it('says that a request was sent once more, that results came in, or at least which turn it was', () => {
  expect(purposeOf(request, { ...previous, outcome: 'retried' }, turn, [said]).text).toBe('once more')
  const home = { id: 'h', turnId: 'trn_2', at: 1, kind: 'broughtBack', text: '', fromThreadId: 'thr_2' } as const
  expect(purposeOf(request, previous, turn, [home]).text).toBe('results came in')
  expect(purposeOf(request, previous, turn, undefined).text).toBe('turn 2')
})

it('finds the turn that had begun last', () => {
  const turns = [viewTurn({ id: 'trn_1', n: 1, startedAt: 100 }), turn]
  expect(turnOf({ startedAt: 199 }, turns)?.n).toBe(1)
  expect(turnOf({ startedAt: 200 }, turns)?.n).toBe(2)
  expect(turnOf({ startedAt: 1 }, turns)).toBeUndefined()
})
