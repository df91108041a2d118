// Random sessions through a whole host over real HTTP: whatever happens, what goes over the wire keeps its promises.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Deed, live } from '../../testing/random-life'
import { expectWireHolds } from '../../testing/wire-checks'

const WEIGHTS: Record<Deed['kind'], number> = {
  say: 4,
  fork: 3,
  resume: 2,
  steer: 1,
  interrupt: 1,
  stop: 1,
  'stop-all': 1,
  settings: 1,
  cut: 1,
  fault: 1,
  branch: 1,
  restart: 1,
  'crashing-restart': 1,
}
const kind = fc.constantFrom(
  ...(Object.keys(WEIGHTS) as Deed['kind'][]).flatMap((name) => Array.from({ length: WEIGHTS[name] }, () => name)),
)
const deeds = fc.array(fc.record<Deed>({ kind, pick: fc.nat(10_000) }), { minLength: 3, maxLength: 9 })

/** A failure prints its seed: `PROPERTY_SEED=<seed>` lives the same lives again, `PROPERTY_RUNS=<n>` lives more of them. */
const { PROPERTY_SEED, PROPERTY_RUNS } = process.env
const runs = Number(PROPERTY_RUNS ?? 5)
const options = {
  numRuns: runs,
  endOnFailure: true,
  ...(PROPERTY_SEED === undefined ? {} : { seed: Number(PROPERTY_SEED) }),
}

test('every request is valid, repeats what it continues, and is rebuilt byte for byte', {
  timeout: runs * 20_000,
}, async () => {
  let requests = 0
  let lives = 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1 }), deeds, async (model, row) => {
      const { client, simulator, sessionId, host, log } = await live(model, row)
      lives++
      requests += await expectWireHolds(client, simulator, sessionId)
      expect(log.filter((line) => line.includes('"incident"') || line.includes('"error"')).join('\n')).toBe('')
      await host.close()
      await simulator.close()
    }),
    options,
  )
  if (process.env.PROPERTY_RUNS) process.stdout.write(`lives ${lives} requests ${requests}\n`)
  expect(requests).toBeGreaterThan(10)
})
