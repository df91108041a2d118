// Who gets a place, when, and what those who wait are told, on a clock that the test moves.
import { describe, expect, test } from 'vitest'
import type { RateLimit } from '../../../core/governor/rate-limit'
import { MOST_AT_ONCE } from '../../../core/governor/send-bound'
import type { Rank } from '../../../core/governor/waiting-line'
import { ManualClock } from '../../../testing/manual-clock'
import type { ModelFault } from '../ports/model-client'
import { AccountGate, type Place, type Waiting } from './account-gate'

const OVERLOADED: ModelFault = {
  kind: 'overloaded',
  status: 529,
  message: 'overloaded',
  requestId: 'req_1',
  retryAfterMs: null,
  retryable: true,
}
const LIMITED: ModelFault = { ...OVERLOADED, kind: 'rate-limited', status: 429, message: 'limited' }

/** A gate, and callers who note who came through it in what order. */
function gateAndCallers() {
  const clock = new ManualClock()
  const gate = new AccountGate(clock)
  const through: string[] = []
  const come = (name: string, rank: Rank = 'worker', sessionId = 's') => {
    const caller = {
      waits: [] as Waiting[],
      place: null as Place | null,
      abort: new AbortController(),
      error: null as unknown,
    }
    const { waits, abort } = caller
    gate
      .enter({ rank, sessionId, since: clock.now(), signal: abort.signal, onWait: (waiting) => waits.push(waiting) })
      .then(
        (place) => {
          caller.place = place
          through.push(name)
        },
        (error: unknown) => {
          caller.error = error
        },
      )
    return caller
  }
  const crowd = (count: number, name = 'w', rank: Rank = 'worker', sessionId = 's') =>
    Array.from({ length: count }, (_, n) => come(`${name}${n}`, rank, sessionId))
  return { clock, gate, through, come, crowd }
}

/** A gate that a provider's overload has narrowed to one place, which somebody holds. */
async function narrowGate() {
  const scene = gateAndCallers()
  const first = scene.come('refused')
  await scene.clock.advance(0)
  first.place?.refused(OVERLOADED)
  first.place?.leave()
  const holder = scene.come('holder')
  await scene.clock.advance(0)
  scene.through.length = 0
  return { ...scene, holder }
}

/** Lets each who came through leave, until nobody comes any more. */
async function passAll({ clock }: { clock: ManualClock }, callers: { place: Place | null }[]): Promise<void> {
  const left = new Set<unknown>()
  for (let more = true; more; ) {
    more = false
    for (const caller of callers)
      if (caller.place && !left.has(caller)) {
        left.add(caller)
        caller.place.leave()
        more = true
      }
    await clock.advance(0)
  }
}

describe('places', () => {
  test('are there for all, up to our own bound; beyond it one waits without a word', async () => {
    const { clock, through, crowd } = gateAndCallers()
    const callers = crowd(MOST_AT_ONCE + 1)
    await clock.advance(60_000)
    expect(through).toHaveLength(MOST_AT_ONCE)
    expect(callers.flatMap((caller) => caller.waits)).toEqual([])
    callers[0]?.place?.leave()
    callers[0]?.place?.leave()
    await clock.advance(0)
    expect(through).toHaveLength(MOST_AT_ONCE + 1)
  })

  test('are fewer after a wall, and more again with every round the provider takes', async () => {
    const { clock, through, crowd, come } = gateAndCallers()
    const wave = crowd(8)
    await clock.advance(0)
    for (const caller of wave) caller.place?.refused(LIMITED)
    for (const caller of wave) caller.place?.leave()
    through.length = 0
    const again = crowd(8)
    await clock.advance(0)
    expect(through).toHaveLength(4)
    for (const caller of again.slice(0, 4)) caller.place?.accepted([])
    again[0]?.place?.leave()
    await clock.advance(0)
    expect(through).toHaveLength(6)
    come('one more')
    await clock.advance(0)
    expect(through).toHaveLength(6)
  })

  test('go to the thread a person talks to first, then a branch, then forks, sessions in turn', async () => {
    const { clock, through, come, crowd, holder } = await narrowGate()
    const callers = [...crowd(3, 'a', 'worker', 'a'), come('b0', 'worker', 'b')]
    await clock.advance(1)
    callers.push(come('branch', 'branch', 'a'), come('main', 'main', 'b'))
    holder.place?.leave()
    await clock.advance(0)
    await passAll({ clock }, callers)
    expect(through).toEqual(['main', 'branch', 'a0', 'b0', 'a1', 'a2'])
  })

  test('are not kept for one that was stopped; its timers are gone', async () => {
    const { clock, through, come, holder } = await narrowGate()
    const [stopped, next] = [come('stopped'), come('next')]
    const reason = new Error('stopped')
    stopped.abort.abort(reason)
    holder.place?.leave()
    await clock.advance(0)
    expect([stopped.error, through]).toEqual([reason, ['next']])
    next.place?.leave()
    expect(clock.waits()).toEqual([])
    const late = come('late')
    late.abort.abort(reason)
    await clock.advance(0)
    expect(through).toEqual(['next', 'late'])
  })
})

describe('what one who waits is told', () => {
  test('nothing, when a place is free in a moment', async () => {
    const { clock, come, holder } = await narrowGate()
    const caller = come('caller')
    await clock.advance(2_000)
    holder.place?.leave()
    await clock.advance(5_000)
    expect([caller.waits, caller.place?.told]).toEqual([[], false])
  })

  test('after three seconds that the provider is the cause, once', async () => {
    const { clock, come, holder } = await narrowGate()
    const caller = come('caller')
    await clock.advance(60_000)
    expect(caller.waits).toEqual([{ fault: OVERLOADED, untilAt: null }])
    holder.place?.leave()
    await clock.advance(0)
    expect(caller.place?.told).toBe(true)
  })

  test('that it waits for others, when the time it was given has passed without a place', async () => {
    const { clock, come, holder } = await narrowGate()
    holder.place?.refused({ ...LIMITED, retryAfterMs: 10_000 })
    const caller = come('caller')
    await clock.advance(20_000)
    expect(caller.waits.map(({ untilAt }) => untilAt !== null)).toEqual([true, false])
  })

  test('of a pause that a wave of refusals prolongs by milliseconds, once', async () => {
    const { clock, come, crowd } = gateAndCallers()
    const wave = crowd(5)
    await clock.advance(0)
    wave[0]?.place?.refused({ ...LIMITED, retryAfterMs: 1_000 })
    const caller = come('caller')
    for (const each of wave) {
      await clock.advance(2)
      each.place?.refused({ ...LIMITED, retryAfterMs: 1_000 })
    }
    expect(caller.waits).toHaveLength(1)
  })
})

describe('a limit that is used up', () => {
  const usedUp = (resetMs: number): RateLimit[] => [{ of: 'input-tokens', remaining: 0, resetMs }]

  test('holds back the next request until it is whole again, and says which one it is', async () => {
    const { clock, come, through } = gateAndCallers()
    const first = come('first')
    await clock.advance(0)
    first.place?.accepted(usedUp(20_000))
    const next = come('next', 'main', 'another')
    await clock.advance(19_999)
    expect(through).toEqual(['first'])
    expect(next.waits).toMatchObject([{ fault: { kind: 'rate-limited', status: null } }])
    expect(next.waits[0]?.fault.message).toContain('input tokens')
    await clock.advance(1_002)
    expect([through, next.place?.told]).toEqual([['first', 'next'], true])
  })

  test('is not mentioned when it is whole again in a moment', async () => {
    const { clock, come, through } = gateAndCallers()
    const first = come('first')
    await clock.advance(0)
    first.place?.accepted(usedUp(2_000))
    const next = come('next')
    await clock.advance(2_200)
    expect([through, next.waits, next.place?.told]).toEqual([['first', 'next'], [], false])
  })

  test('does not narrow the gate: nothing was refused; who waited leaves one after the other', async () => {
    const { clock, come, crowd, through } = gateAndCallers()
    const first = come('first')
    await clock.advance(0)
    first.place?.accepted(usedUp(20_000))
    crowd(10)
    await clock.advance(20_000)
    expect(through.length).toBeLessThan(4)
    await clock.advance(2_001)
    expect(through).toHaveLength(11)
  })

  test('holds back nothing while something is left of it', async () => {
    const { clock, come, through } = gateAndCallers()
    const first = come('first')
    await clock.advance(0)
    first.place?.accepted([{ of: 'requests', remaining: 1, resetMs: 20_000 }])
    come('next')
    await clock.advance(0)
    expect(through).toEqual(['first', 'next'])
  })
})
