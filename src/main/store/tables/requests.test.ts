import { describe, expect, test } from 'vitest'
import { anEpoch, aRequest, aSnapshot, aThread } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'
import type { RequestRecord } from '../records'

function setUp() {
  const { store, reopen } = temporaryStore()
  const { main, turn, session } = seedSession(store)
  const epoch = anEpoch({ threadId: main.id })
  const fork = aThread({ sessionId: session.id, parentId: main.id })
  store.commit(() => {
    store.snapshots.put(aSnapshot())
    store.epochs.insert(epoch)
    store.threads.insert(fork)
  })
  const add = (fields: Partial<RequestRecord>): RequestRecord => {
    const threadId = fields.threadId ?? main.id
    const n = store.requests.nextN(threadId)
    const request = aRequest({ threadId, turnId: turn.id, epochId: epoch.id, n, ...fields })
    store.commit(() => store.requests.insert(request))
    return request
  }
  return { store, reopen, main, fork, session, add }
}

const usage = { input: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4, output: 5 }
const twice = { input: 2, cacheRead: 4, cacheWrite5m: 6, cacheWrite1h: 8, output: 10 }
const money = (nanoUsd: number | null) => ({ nanoUsd, withoutSharingNanoUsd: nanoUsd === null ? null : nanoUsd * 10 })

describe('requests', () => {
  test('come back as they were written, numbered within their thread', () => {
    const { store, reopen, main, fork, add } = setUp()
    const first = add({ usage, money: money(7), forecast: { usage, nanoUsd: null }, cacheMissReason: 'system_changed' })
    const second = add({ forecast: null, markers: { system: false, positions: [3, 9] } })
    add({ threadId: fork.id })
    expect(store.requests.nextN(main.id)).toBe(3)
    const { requests } = reopen()
    expect(requests.get(first.id)).toEqual(first)
    expect(requests.ofThread(main.id)).toEqual([first, second])
    expect(requests.last(main.id)).toEqual(second)
  })

  test('without an end are found, until they are finished', () => {
    const { store, add } = setUp()
    const request = add({ endedAt: null, firstEventAt: null, outcome: 'broken' })
    expect(store.requests.unfinished()).toEqual([request])
    const end = { endedAt: 9, firstEventAt: 4, outcome: 'ok' as const, usage, money: money(3), messageId: 'msg_1' }
    store.commit(() => store.requests.finish(request.id, end))
    expect(store.requests.unfinished()).toEqual([])
    expect(store.requests.get(request.id)).toEqual({ ...request, ...end })
  })

  test('say which were answered first and last, and which last of those that sent no more than a branch point inherits', () => {
    const { store, main, fork, add } = setUp()
    add({ endPosition: 1, firstEventAt: null, outcome: 'retried' })
    const first = add({ endPosition: 1 })
    const second = add({ endPosition: 4 })
    add({ endPosition: 4, firstEventAt: null, outcome: 'broken' })
    expect(store.requests.firstAnswered(main.id)).toEqual(first)
    expect(store.requests.lastAnswered(main.id)).toEqual(second)
    expect(store.requests.lastAnswered(main.id, 4)).toEqual(second)
    expect(store.requests.lastAnswered(main.id, 3)).toEqual(first)
    expect(store.requests.lastAnswered(main.id, 0)).toBeUndefined()
    expect(store.requests.firstAnswered(fork.id)).toBeUndefined()
  })

  test('say when a prefix was sent last, if an answer to it had begun', () => {
    const { store, add } = setUp()
    const prefix = { link: 'X', blocks: 3, sharedWithParent: 0, sharedWithPrevious: 0 }
    add({ prefix, startedAt: 10 })
    const latest = add({ prefix, startedAt: 20, ttl: '1h' })
    add({ prefix, startedAt: 30, firstEventAt: null, outcome: 'retried' })
    expect(store.requests.lastForPrefix('X')).toEqual(latest)
    expect(store.requests.lastForPrefix('Y')).toBeUndefined()
  })
})

describe('sums', () => {
  test('are made per thread, over usage, money, what sharing saved and forecasts', () => {
    const { store, main, fork, session, add } = setUp()
    add({ threadId: fork.id, usage, money: money(100), forecast: { usage, nanoUsd: 90 } })
    add({ usage, money: money(7), forecast: { usage, nanoUsd: 5 } })
    add({ usage, money: money(3), forecast: { usage, nanoUsd: 6 } })
    const mainSum = {
      threadId: main.id,
      requests: 2,
      notReported: 0,
      usage: twice,
      nanoUsd: 10,
      withoutSharingNanoUsd: 100,
      forecastNanoUsd: 11,
    }
    const forkSum = {
      threadId: fork.id,
      requests: 1,
      notReported: 0,
      usage,
      nanoUsd: 100,
      withoutSharingNanoUsd: 1000,
      forecastNanoUsd: 90,
    }
    expect(store.requests.sums(session.id)).toEqual([mainSum, forkSum])
    expect(store.requests.sumOfThread(main.id)).toEqual(mainSum)
  })

  test('have no price where tokens were used that have none; usage is still known', () => {
    const { store, main, add } = setUp()
    add({ usage, money: money(7) })
    add({ usage, money: money(null) })
    expect(store.requests.sumOfThread(main.id)).toMatchObject({
      usage: twice,
      nanoUsd: null,
      withoutSharingNanoUsd: null,
    })
  })

  test('are not spoiled by a request that used nothing', () => {
    const { store, main, add } = setUp()
    add({ usage, money: money(7) })
    add({ money: money(null), outcome: 'cancelled' })
    expect(store.requests.sumOfThread(main.id)).toMatchObject({ requests: 2, nanoUsd: 7, forecastNanoUsd: null })
  })

  test('count apart answers that had begun and whose final usage never came', () => {
    const { store, main, add } = setUp()
    const broken = { usageFinal: false, outcome: 'broken' as const }
    add({ ...broken, usage, firstEventAt: 2, endedAt: 3 })
    add({ ...broken, firstEventAt: null, endedAt: 3 })
    add({ ...broken, firstEventAt: 2, endedAt: null })
    add({ usage, firstEventAt: 2, endedAt: 3 })
    expect(store.requests.sumOfThread(main.id)).toMatchObject({ requests: 4, notReported: 1, usage: twice })
  })

  test('of nothing are zero', () => {
    const { store, main, session } = setUp()
    expect(store.requests.sums(session.id)).toEqual([])
    expect(store.requests.sumOfThread(main.id)).toMatchObject({ requests: 0, nanoUsd: 0 })
    expect(store.requests.spentSince(0)).toBe(0)
  })

  test('over time count what began at or after it; of a thread, whatever has a price', () => {
    const { store, add, main } = setUp()
    add({ startedAt: 10, money: money(1) })
    add({ startedAt: 20, money: money(2) })
    add({ startedAt: 30, money: money(null) })
    expect(store.requests.spentSince(20)).toBe(2)
    expect(store.requests.spentBy(main.id)).toBe(3)
    expect(store.requests.spentBy('nobody')).toBe(0)
  })
})
