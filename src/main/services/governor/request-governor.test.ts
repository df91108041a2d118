import { describe, expect, test } from 'vitest'
import { ManualClock } from '../../../testing/manual-clock'
import { type ModelFault, ModelFaultError } from '../ports/model-client'
import type { Waiting } from './account-gate'
import { RequestGovernor } from './request-governor'

const MINUTE = 60_000
const silent = { info: () => {}, warn: () => {}, error: () => {} }

function fault(kind: ModelFault['kind'], more: Partial<ModelFault> = {}): ModelFaultError {
  const retryable = kind !== 'auth' && kind !== 'model' && kind !== 'invalid'
  return new ModelFaultError({
    kind,
    status: null,
    message: kind,
    requestId: null,
    retryAfterMs: null,
    retryable,
    ...more,
  })
}
const limited = (retryAfterMs: number | null) => fault('rate-limited', { retryAfterMs, status: 429 })

type Step = Error | 'ok'

/** A governor on a clock of its own, and calls whose attempts do what the test says. */
function govern() {
  const clock = new ManualClock()
  const governor = new RequestGovernor({ clock, log: silent })
  const start = (attempts: (Step | Promise<Step>)[], account = 'a') => {
    const call = {
      tries: 0,
      waits: [] as Waiting[],
      waited: [] as boolean[],
      willRetry: [] as boolean[],
      abort: new AbortController(),
      outcome: null as unknown,
    }
    void governor
      .run({
        account,
        rank: 'main',
        sessionId: 's',
        signal: call.abort.signal,
        onWait: (waiting) => call.waits.push(waiting),
        attempt: async ({ waited, willRetry }) => {
          call.waited.push(waited)
          const next = await attempts[Math.min(call.tries++, attempts.length - 1)]
          if (next instanceof ModelFaultError) call.willRetry.push(willRetry(next.fault))
          if (next instanceof Error) throw next
          return next
        },
      })
      .then(
        (value) => {
          call.outcome = value
        },
        (error: unknown) => {
          call.outcome = error
        },
      )
    return call
  }
  return { clock, start }
}

describe('the governor', () => {
  test('lets what succeeds succeed, at once', async () => {
    const { clock, start } = govern()
    const call = start(['ok'])
    await clock.advance(0)
    expect(call).toMatchObject({ outcome: 'ok', tries: 1, waits: [], waited: [false] })
  })

  test('tells at once what waiting does not mend', async () => {
    const { clock, start } = govern()
    const errors = [
      fault('auth'),
      fault('model'),
      fault('invalid'),
      fault('protocol', { retryable: false }),
      new TypeError('a bug'),
    ]
    const calls = errors.map((error) => start([error]))
    await clock.advance(0)
    expect(calls.map((call) => [call.outcome, call.tries])).toEqual(errors.map((error) => [error, 1]))
  })

  test('waits as long as the provider asks, a little longer, never shorter', async () => {
    const { clock, start } = govern()
    const call = start([limited(10_000), 'ok'])
    await clock.advance(9_999)
    expect(call.tries).toBe(1)
    expect(call.waits[0]?.untilAt ?? 0).toBeGreaterThanOrEqual(clock.now() + 1)
    await clock.advance(1_002)
    expect(call).toMatchObject({ outcome: 'ok', tries: 2, waited: [false, true] })
  })

  test('waits longer each time when it is not told how long, up to two minutes', async () => {
    const { clock, start } = govern()
    start([fault('overloaded')])
    for (let n = 0; n < 12; n++) {
      await clock.advance(0)
      const [wait = 0] = clock.waits()
      const most = Math.min(120_000, 1000 * 2 ** n)
      expect(wait).toBeGreaterThanOrEqual(most / 2)
      expect(wait).toBeLessThanOrEqual(most)
      await clock.advance(wait)
    }
  })

  test('outwaits a wall of 529 for three quarters of an hour, then gives up with the fault', async () => {
    const { clock, start } = govern()
    const wall = start([fault('overloaded')])
    await clock.advance(40 * MINUTE)
    expect(wall.outcome).toBeNull()
    await clock.advance(10 * MINUTE)
    expect(wall.outcome).toBeInstanceOf(ModelFaultError)
  })

  test('tries five times what is neither limit nor overload', async () => {
    const { clock, start } = govern()
    const calls = [start([fault('network')]), start([fault('server')]), start([fault('protocol')])]
    await clock.advance(2 * MINUTE)
    expect(calls.map((call) => [call.tries, call.waits.length])).toEqual([5, 5, 5].map((tries) => [tries, tries - 1]))
    for (const call of calls) expect(call.outcome).toBeInstanceOf(ModelFaultError)
    for (const call of calls) expect(call.willRetry).toEqual([true, true, true, true, false])
  })

  test('holds back every request of an account that is limited, and says so on each', async () => {
    const { clock, start } = govern()
    const first = start([limited(30_000), 'ok'])
    await clock.advance(1_000)
    const second = start(['ok'])
    await clock.advance(1_000)
    expect(second).toMatchObject({ tries: 0, outcome: null })
    expect(second.waits).toMatchObject([{ fault: { kind: 'rate-limited', status: 429 } }])
    expect(second.waits[0]?.untilAt).toBeGreaterThanOrEqual(1_000_000 + 30_000)
    await clock.advance(32_000)
    expect([first.outcome, second.outcome]).toEqual(['ok', 'ok'])
    expect(second.waited).toEqual([true])
  })

  test('holds back no request to another provider', async () => {
    const { clock, start } = govern()
    start([limited(30_000)], 'one')
    await clock.advance(0)
    const other = start(['ok'], 'two')
    await clock.advance(0)
    expect(other.outcome).toBe('ok')
  })

  test('spreads those who wait, so that they do not come back in one wave', async () => {
    const { clock, start } = govern()
    start([limited(60_000), 'ok'])
    await clock.advance(0)
    const calls = Array.from({ length: 20 }, () => start(['ok']))
    const left = new Map<unknown, number>()
    await clock.advance(59_999)
    for (let at = 60_000; at <= 66_000; at += 50) {
      await clock.advance(50)
      for (const call of calls) if (call.tries > 0 && !left.has(call)) left.set(call, at)
    }
    expect(left.size).toBe(20)
    expect(new Set(left.values()).size).toBeGreaterThan(10)
  })

  test('goes on waiting when the limit is prolonged meanwhile', async () => {
    const { clock, start } = govern()
    const late = Promise.withResolvers<Step>()
    const [short, long] = [start([limited(10_000), 'ok']), start([late.promise, 'ok'])]
    await clock.advance(1_000)
    late.resolve(limited(49_000))
    await clock.advance(29_000)
    expect([short.tries, long.tries]).toEqual([1, 1])
    expect(short.waits.map(({ untilAt }) => (untilAt ?? 0) >= 1_050_000)).toEqual([false, true])
    await clock.advance(30_000)
    expect([short.outcome, long.outcome]).toEqual(['ok', 'ok'])
  })

  test('an overload or a broken line holds back nobody else', async () => {
    const { clock, start } = govern()
    for (const kind of ['overloaded', 'network'] as const) start([fault(kind, { retryAfterMs: 30_000 })])
    start([limited(null)])
    await clock.advance(0)
    const other = start(['ok'])
    await clock.advance(0)
    expect(other.outcome).toBe('ok')
  })

  test('does not ask without a break a provider that says "at once" for ever', async () => {
    const { clock, start } = govern()
    const call = start([limited(0)])
    await clock.advance(MINUTE)
    expect(call.tries).toBeLessThan(20)
    expect(call.outcome).toBeNull()
  })

  test('stops waiting when it is told to, in a wait of its own and in a pause', async () => {
    const { clock, start } = govern()
    const waiting = start([limited(30_000)])
    await clock.advance(0)
    const held = start(['ok'])
    await clock.advance(0)
    const reason = new Error('stopped')
    for (const call of [waiting, held]) call.abort.abort(reason)
    await clock.advance(0)
    expect([waiting.outcome, held.outcome]).toEqual([reason, reason])
    expect(clock.waits()).toEqual([])
  })
})
