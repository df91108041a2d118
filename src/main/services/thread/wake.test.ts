// When a resting parent is woken: never silently at full price.
import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/domain/settings'
import type { ThreadState } from '../../../shared/domain/thread'
import { ManualClock } from '../../../testing/manual-clock'
import { aNotification, anEpoch, aRequest, aSnapshot, aThread, testId } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'
import type { Commit } from '../../store/store'
import { warmUntil } from '../ledger/warmth'
import { wakeFor } from './wake'

const MINUTE = 60_000

/** A parent at rest, whose last request was answered just now, with a result that waits for it. */
function scene(
  change: {
    wake?: Settings['notify.wake']
    state?: ThreadState
    ttl?: '5m' | '1h'
    answered?: boolean
    waiting?: boolean
  } = {},
) {
  const { wake = 'warm', state = 'idle', ttl = '5m', answered = true, waiting = true } = change
  const { store } = temporaryStore()
  const { session, main, turn } = seedSession(store)
  const clock = new ManualClock()
  const fork = aThread({ sessionId: session.id, parentId: main.id })
  const epoch = anEpoch({ threadId: main.id })
  store.commit(() => {
    store.threads.update(main.id, { state })
    store.threads.insert(fork)
    store.snapshots.put(aSnapshot())
    store.epochs.insert(epoch)
    store.requests.insert(
      aRequest({
        threadId: main.id,
        turnId: turn.id,
        epochId: epoch.id,
        ttl,
        startedAt: clock.now(),
        firstEventAt: answered ? clock.now() : null,
      }),
    )
    if (waiting)
      store.notifications.insert(aNotification({ sessionId: session.id, fromThreadId: fork.id, toThreadId: main.id }))
  })
  const started: string[] = []
  const runner = {
    running: () => undefined,
    start(_threadId: string, turnId: string, insertTurn: (tx: Commit) => void = () => {}) {
      store.commit(insertTurn)
      started.push(turnId)
    },
  }
  const parts = { store, clock, ids: { next: testId }, settings: () => ({ ...DEFAULT_SETTINGS, 'notify.wake': wake }) }
  const wakeNow = () => wakeFor(parts, runner, store.threads.get(main.id) ?? main)
  return { store, clock, main, started, wakeNow, parts, runner }
}

describe('a parent is woken for a result that waits for it', () => {
  test('while what it last sent can still be read from the cache, by a turn of its own without words', () => {
    const { wakeNow, started, store, main } = scene()
    expect(wakeNow()).toBe(true)
    expect(store.turns.ofThread(main.id).at(-1)).toMatchObject({ id: started[0], input: null, n: 2 })
  })

  test('not when it went cold: the result waits, and its price is the person’s to decide', async () => {
    const { wakeNow, clock, started } = scene()
    await clock.advance(5 * MINUTE)
    expect(wakeNow()).toBe(false)
    expect(started).toEqual([])
  })

  test('for an hour where entries live that long', async () => {
    const { wakeNow, clock } = scene({ ttl: '1h' })
    await clock.advance(59 * MINUTE)
    expect(wakeNow()).toBe(true)
  })

  test('always or never, where the person said so', async () => {
    const always = scene({ wake: 'always' })
    await always.clock.advance(60 * MINUTE)
    expect(always.wakeNow()).toBe(true)
    expect(scene({ wake: 'never' }).wakeNow()).toBe(false)
  })

  test.each<ThreadState>(['streaming', 'interrupted', 'failed', 'stopped', 'waiting-approval', 'done'])(
    'not while it is %s',
    (state) => {
      expect(scene({ state, wake: 'always' }).wakeNow()).toBe(false)
    },
  )

  test('not for nothing, and not twice', () => {
    expect(scene({ waiting: false, wake: 'always' }).wakeNow()).toBe(false)
    const { store, main, parts, runner } = scene()
    const run = {
      id: testId('run'),
      threadId: main.id,
      turnId: '',
      abort: new AbortController(),
      gotReady: Promise.withResolvers<void>(),
      live: null,
      calls: new Map(),
      windowFull: false,
      compactions: 0,
      holds: 0,
      stoppedBy: null,
      ended: false,
      steps: 0,
    }
    const busy = { ...runner, running: () => run }
    expect(wakeFor(parts, busy, store.threads.get(main.id) ?? main)).toBe(false)
  })

  test('not by a request that never got an answer: it wrote nothing', () => {
    const { wakeNow, parts, main } = scene({ answered: false })
    expect(warmUntil(parts, main.id)).toBeNull()
    expect(wakeNow()).toBe(false)
  })
})
