// What is remembered of blocks and snapshots says the same as the whole text, however often and in whatever order it is asked.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildRequest, type RequestParts } from './build-request'
import { chainOf } from './hash-chain'
import { validateRequest } from './validate'
import { blocksInEpoch, type WireBlock } from './wire-block'
import { WireMemory } from './wire-memory'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const words = fc.constantFrom('', ' ', '\n\t', 'a', 'b c', '🌲', 'a\ud83c', '\udf32', '\\ud83c', '\\\ud83c')
const id = fc.constantFrom('t1', 't2', 't3')
const content = fc.oneof(words, fc.array(fc.record({ type: fc.constant('text'), text: words }), { maxLength: 2 }))
const wild = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words }),
  fc.record({ type: fc.constant('tool_use'), id, name: fc.constant('t'), input: fc.dictionary(words, words) }),
  fc.record({ type: fc.constant('tool_result'), tool_use_id: id, content }),
  fc.record({ type: fc.constant('thinking'), thinking: words, signature: words }),
  fc.record({ type: fc.constant('redacted_thinking'), data: fc.constant('d') }),
)
const anyBlock = fc.record({ role: fc.constantFrom<WireBlock['role']>('user', 'assistant'), value: wild })
type AnyBlock = { role: WireBlock['role']; value: { type: string } }

/** Conversations that are right, so that many are found valid. */
const says = (role: WireBlock['role'], text: string): AnyBlock => ({
  role,
  value: { type: 'text', text } as AnyBlock['value'],
})
const exchange = (n: number): AnyBlock[] => [
  says('user', `Question ${n}`),
  { role: 'assistant', value: { type: 'thinking', thinking: '', signature: 's' } as AnyBlock['value'] },
  { role: 'assistant', value: { type: 'tool_use', id: `c${n}`, name: 't', input: {} } as AnyBlock['value'] },
  { role: 'user', value: { type: 'tool_result', tool_use_id: `c${n}`, content: 'ok' } as AnyBlock['value'] },
  says('assistant', 'Done.'),
]
const right = fc
  .nat(3)
  .map((count) => [...Array.from({ length: count }, (_, n) => exchange(n)).flat(), says('user', 'Go.')])
const history = fc.oneof(
  right,
  fc.array(anyBlock, { maxLength: 7 }),
  fc.tuple(right, anyBlock).map(([all, one]) => [...all, one]),
)

const snapshot = fc.record({
  model: fc.constantFrom('claude-opus-5-5', 'claude-haiku-5-5'),
  max_tokens: fc.constant(10),
  system: fc.array(fc.record({ type: fc.constant('text'), text: fc.constantFrom('You are.', ' ', 'a\ud83c') }), {
    maxLength: 2,
  }),
  tools: fc.array(fc.record({ name: fc.constantFrom('t', 'u'), input_schema: fc.constant({}) }), {
    minLength: 0,
    maxLength: 2,
  }),
})

/** One request of the history: where its epoch begins, how much of it there was, and what bears markers. */
const request = fc.record({
  snapshot: fc.nat(1),
  from: fc.oneof(fc.constant(0), fc.nat(6)),
  thinkingFrom: fc.nat(6),
  length: fc.oneof(fc.constant(20), fc.nat(20)),
  system: fc.boolean(),
  marked: fc.array(fc.nat(16), { maxLength: 5 }),
  ttl: fc.constantFrom<RequestParts['ttl']>('5m', '1h'),
  afterPause: fc.boolean(),
})

test('it judges and chains every request as if it saw it for the first time, among others of the same blocks', () => {
  let valid = 0
  fc.assert(
    fc.property(
      history,
      fc.tuple(snapshot, snapshot),
      fc.array(request, { minLength: 1, maxLength: 8 }),
      (given, snapshots, asked) => {
        const memory = new WireMemory()
        const texts = snapshots.map((fields) => JSON.stringify(fields))
        const blocks = given.map(({ role, value }, position) => ({
          position,
          role,
          type: value.type,
          json: JSON.stringify(value),
        }))
        for (const each of asked) {
          const snapshotText = texts[each.snapshot] ?? ''
          const epoch = { firstPosition: each.from, thinkingFrom: each.thinkingFrom }
          // A branch repeats the beginning of the same history, by the same blocks.
          const sent = blocksInEpoch(blocks.slice(0, each.length), epoch)
          const markers = { system: each.system, positions: each.marked }
          const parts = { snapshotText, blocks: sent, markers, ttl: each.ttl, tailJson: '{}' }
          const expected = validateRequest(buildRequest(parts), each.afterPause)
          expect(memory.validate(parts, each.afterPause)).toEqual(expected)
          const { parameters } = memory.levelsOf({ id: hash(snapshotText), text: snapshotText, betas: [] }, hash)
          const chain = `${parameters} ${epoch.firstPosition} ${epoch.thinkingFrom}`
          expect(memory.linksOf(chain, parameters, sent, hash)).toEqual(chainOf(parameters, sent, hash))
          if (expected === null) valid++
        }
      },
    ),
    { numRuns: 1000 },
  )
  expect(valid).toBeGreaterThan(100)
})
