import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyWith } from '../testing/post-message'
import type { MessagesBody, UserBlock } from '../validation/body-schema'
import { CacheMeter } from './cache-meter'
import { dividePrompt } from './divide-prompt'

type Sent = { words: number[]; marks: number[]; after: number }

const sent: fc.Arbitrary<Sent> = fc.record({
  words: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 30 }),
  marks: fc.uniqueArray(fc.nat({ max: 29 }), { maxLength: 4 }),
  after: fc.integer({ min: 0, max: 200_000 }),
})

function bodyOf({ words, marks }: Sent): MessagesBody {
  const content = words.map((word, index): UserBlock => {
    const text = `word ${word} `.repeat(10)
    return marks.includes(index) ? { type: 'text', text, cache_control: { type: 'ephemeral' } } : { type: 'text', text }
  })
  return bodyWith({ messages: [{ role: 'user', content }] })
}

test('every token of a prompt is billed exactly once, and nothing is read that was not written before', () => {
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 8 }), (requests) => {
      const meter = new CacheMeter({ lookback: 20, runsCountOnce: false })
      const written = new Set<string>()
      let at = 0
      for (const request of requests) {
        at += request.after
        const prompt = dividePrompt(bodyOf(request), '')
        const { usage, commit } = meter.meter(prompt, 50, at)
        expect(usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h).toBe(prompt.tokens)
        expect(Math.min(...Object.values(usage))).toBeGreaterThanOrEqual(0)
        const read = prompt.blocks.find((block) => block.tokensUpTo === usage.cacheRead)
        if (usage.cacheRead > 0) expect(written.has(read?.link ?? '')).toBe(true)
        commit()
        for (const block of prompt.blocks) if (block.marker !== null) written.add(block.link)
      }
    }),
    { numRuns: 150 },
  )
})

test('the same request sent again is read up to its last marker worth caching', () => {
  fc.assert(
    fc.property(sent, (request) => {
      const meter = new CacheMeter({ lookback: 20, runsCountOnce: false })
      const prompt = dividePrompt(bodyOf(request), '')
      const first = meter.meter(prompt, 50, 0)
      first.commit()
      const second = meter.meter(prompt, 50, 1)
      expect(second.usage.cacheRead).toBe(first.usage.cacheWrite5m)
      expect(second.usage.cacheWrite5m).toBe(0)
    }),
    { numRuns: 150 },
  )
})
