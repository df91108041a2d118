// The governor in front of a real server: limits come over HTTP, time from a clock that the test moves.
import { expect, onTestFinished, test } from 'vitest'
import type { Rank } from '../../core/governor/waiting-line'
import { type Fault, limitReported, rateLimited } from '../../simulator/faults/fault'
import { reply } from '../../simulator/script/builders'
import { type Simulator, startSimulator } from '../../simulator/start-simulator'
import { bodyWith } from '../../simulator/testing/post-message'
import { ManualClock } from '../../testing/manual-clock'
import { createAnthropicClient } from '../adapters/anthropic/anthropic-client'
import type { Waiting } from '../services/governor/account-gate'
import { RequestGovernor } from '../services/governor/request-governor'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

interface Asked {
  waits: Waiting[]
  answered: Promise<void>
}

async function scene() {
  const simulator = await startSimulator({ script: () => reply('Here.') })
  onTestFinished(() => simulator.close())
  const clock = new ManualClock(Date.now())
  const client = createAnthropicClient({ clock, stallMs: 24 * 60 * 60_000 })
  const governor = new RequestGovernor({ clock, log: silent })
  /** One request that says its name. */
  const ask = (name: string, rank: Rank = 'worker', sessionId = 's'): Asked => {
    const waits: Waiting[] = []
    const signal = new AbortController().signal
    const answered = governor.run({
      account: simulator.url,
      rank,
      sessionId,
      signal,
      onWait: (waiting) => waits.push(waiting),
      attempt: async ({ accepted }) => {
        const body = JSON.stringify(bodyWith({ stream: true, messages: [{ role: 'user', content: name }] }))
        const response = await client.open({ body, betas: [], baseUrl: simulator.url, apiKey: 'k', signal })
        accepted(response.rateLimits)
        for await (const _ of response.events);
      },
    })
    return { waits, answered }
  }
  return { simulator, clock, ask }
}

/** The names in the order in which they reached the server, from the nth request on. */
const arrived = (simulator: Simulator, from = 0) =>
  simulator.requests.slice(from).map((request) => String(request.body?.messages[0]?.content))

const arrivals = (simulator: Simulator, count: number) => simulator.arrival((request) => request.n === count)

/** Refuses a wave of workers, and answers when all of them wait. */
async function refusedWave({ simulator, ask, clock }: Awaited<ReturnType<typeof scene>>, fault: Fault) {
  simulator.faults.next(fault, 6)
  const wave = Array.from({ length: 6 }, (_, n) => ask(`fork ${n}`, 'worker', n < 5 ? 'a' : 'b'))
  await arrivals(simulator, 6)
  while (wave.some((asked) => asked.waits.length === 0)) await clock.advance(0)
  return wave
}

test('a refused wave comes back half as wide and not at once, whom a person waits for first, sessions in turn', async () => {
  const it = await scene()
  const { simulator, clock, ask } = it
  const wave = await refusedWave(it, rateLimited(30))
  const main = ask('main', 'main', 'b')
  await clock.advance(29_000)
  expect(simulator.requests).toHaveLength(6)
  expect(main.waits).toMatchObject([{ fault: { kind: 'rate-limited', status: 429 } }])
  const hold = simulator.hold(undefined, { count: 7 })
  await clock.advance(1_000 + 3_001)
  await arrivals(simulator, 9)
  await clock.advance(60_000)
  expect(arrived(simulator, 6)).toEqual(['main', 'fork 0', 'fork 5'])
  hold.release()
  await Promise.all([main, ...wave].map((asked) => asked.answered))
  expect(simulator.requests).toHaveLength(13)
})

test('a refusal without `retry-after` waits for the reset of the limit that is used up', async () => {
  const it = await scene()
  const fault = rateLimited(40)
  if (fault.kind === 'answer') delete fault.headers['retry-after']
  const wave = await refusedWave(it, fault)
  await it.clock.advance(38_000)
  expect(it.simulator.requests).toHaveLength(6)
  const [first] = wave
  expect(first?.waits[0]?.untilAt ?? 0).toBeGreaterThan(it.clock.now())
})

test('an answer that uses up a limit holds back the next request, which meets no refusal', async () => {
  const { simulator, clock, ask } = await scene()
  simulator.faults.next(limitReported('requests', 0, new Date(Date.now() + 50_000)))
  await ask('first').answered
  const next = ask('next', 'main')
  await clock.advance(48_000)
  expect(arrived(simulator)).toEqual(['first'])
  expect(next.waits[0]?.fault.message).toContain('requests')
  await clock.advance(10_000)
  await next.answered
  expect(simulator.requests.map((request) => request.status)).toEqual([200, 200])
})
