import { expect, test } from 'vitest'
import { viewRequest, viewTurn } from '../../../testing/domain-views'
import { moneyByTurn } from './turn-money'

const turns = [viewTurn({ id: 'trn_1', n: 1, startedAt: 100 }), viewTurn({ id: 'trn_2', n: 2, startedAt: 200 })]
const request = (id: string, startedAt: number, nanoUsd: number | null) =>
  viewRequest({ id, startedAt, money: { nanoUsd, withoutSharingNanoUsd: null } })

test('a turn costs what the requests cost that began while it ran', () => {
  const money = moneyByTurn(turns, [request('a', 100, 5), request('b', 150, 6), request('c', 200, 7)])
  expect([...money]).toEqual([
    ['trn_1', 11],
    ['trn_2', 7],
  ])
})

test('a turn with a request of unknown price has no price', () => {
  expect([...moneyByTurn(turns, [request('a', 100, 5), request('b', 150, null), request('c', 160, 5)])]).toEqual([])
})
