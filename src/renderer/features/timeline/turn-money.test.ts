import { expect, test } from 'vitest'
import { NO_USAGE } from '../../../shared/domain/units'
import { viewRequest, viewTurn } from '../../../testing/domain-views'
import { lastRequestOf, missesByTurn, moneyByTurn } from './turn-money'

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

test('what keeps a prefix warm behind a turn is none of its cost', () => {
  const refresh = viewRequest({ id: 'b', startedAt: 250, purpose: 'keep-warm' })
  const requests = [request('a', 200, 5), refresh]
  expect([...moneyByTurn(turns, requests)]).toEqual([['trn_2', 5]])
  expect(lastRequestOf(viewTurn({ id: 'trn_2', n: 2, startedAt: 200 }), turns, requests)?.id).toBe('a')
})

test('a turn with a request of unknown price has no price', () => {
  expect([...moneyByTurn(turns, [request('a', 100, 5), request('b', 150, null), request('c', 160, 5)])]).toEqual([])
})

test('a turn bears the misses of its requests, the dearest first', () => {
  const forecast = { usage: { ...NO_USAGE, cacheRead: 1000 }, nanoUsd: 100 }
  const usage = { ...NO_USAGE, cacheWrite5m: 1000 }
  const missed = (id: string, startedAt: number, inputNanoUsd: number) =>
    viewRequest({ id, startedAt, forecast, usage, inputNanoUsd })
  const misses = missesByTurn(turns, [request('a', 100, 5), missed('b', 210, 200), missed('c', 220, 900)])
  expect([...misses].map(([turn, list]) => [turn, list.map((miss) => miss.requestId)])).toEqual([['trn_2', ['c', 'b']]])
})

test('the request that ended a turn carries all of it', () => {
  const [first] = turns
  if (!first) throw new Error('there are two')
  expect(lastRequestOf(first, turns, [request('a', 100, 5), request('b', 150, 6), request('c', 200, 7)])?.id).toBe('b')
  expect(lastRequestOf(first, turns, [])).toBeUndefined()
})
