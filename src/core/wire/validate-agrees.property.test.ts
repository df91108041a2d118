// Our validator and the strict server's judge the same bodies alike. What is checked there by shape alone (field types, unknown
// fields) cannot leave our builder and is not generated.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateRequest as serverValidates } from '../../simulator/validation/validate-request'
import { validateRequest } from './validate'

const text = fc.constantFrom('', ' ', '\n\t ', 'a', 'b c', '🌲', 'a\ud83c', '\\ud83c', '(no answer)')
const goodText = fc.constantFrom('a', 'b c', '🌲', '\\ud83c')
const id = fc.constantFrom('t1', 't2', 't3', 't4')
const marker = fc.option(
  fc.constantFrom({ type: 'ephemeral' }, { type: 'ephemeral', ttl: '5m' }, { type: 'ephemeral', ttl: '1h' }),
  {
    nil: undefined,
    freq: 4,
  },
)

function marked<T extends object>(block: fc.Arbitrary<T>): fc.Arbitrary<object> {
  return fc
    .tuple(block, marker)
    .map(([fields, cache_control]) => ({ ...fields, ...(cache_control ? { cache_control } : {}) }))
}

/** One pixel: pictures are checked before they are attached, so a broken one cannot leave our builder. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = fc.constant({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } })
const textBlock = (words: fc.Arbitrary<string>) => marked(fc.record({ type: fc.constant('text'), text: words }))
const call = marked(
  fc.record({
    type: fc.constant('tool_use'),
    id,
    name: fc.constant('t'),
    input: fc.dictionary(fc.constantFrom('k', '\udf32'), text, { maxKeys: 1 }),
  }),
)
const content = fc.oneof(text, fc.array(fc.oneof(textBlock(text), marked(image)), { maxLength: 2 }))
const result = (answers: fc.Arbitrary<string>) =>
  marked(fc.record({ type: fc.constant('tool_result'), tool_use_id: answers, content }))
const thinking = fc.constantFrom<object>(
  { type: 'thinking', thinking: '', signature: 's' },
  { type: 'thinking', thinking: 'x', signature: '' },
  { type: 'redacted_thinking', data: 'd' },
)

const summary = marked(fc.constant({ type: 'compaction', content: 'c', signature: 's' }))

/** Any row of blocks: most of these bodies are wrong in several ways. */
const wildBlock = fc.oneof(textBlock(text), call, result(id), thinking, marked(image), summary)
const wild = fc.array(
  fc.record({ role: fc.constantFrom('user', 'assistant'), content: fc.array(wildBlock, { maxLength: 4 }) }),
  { maxLength: 5 },
)

/** A conversation that is right, so that one change of it is the only fault. */
const right = fc
  .tuple(
    fc.option(summary, { nil: null }),
    fc.array(fc.record({ calls: fc.nat(2), says: goodText, think: fc.option(thinking, { nil: null }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([before, steps]) => {
    const messages: { role: string; content: object[] }[] = [
      ...(before ? [{ role: 'assistant', content: [before] }] : []),
      { role: 'user', content: [{ type: 'text', text: 'go' }] },
    ]
    for (const [n, { calls, says, think }] of steps.entries()) {
      const ids = Array.from({ length: calls }, (_, k) => `id_${n}_${k}`)
      messages.push({
        role: 'assistant',
        content: [
          ...(think ? [think] : []),
          { type: 'text', text: says },
          ...ids.map((each) => ({ type: 'tool_use', id: each, name: 't', input: {} })),
        ],
      })
      messages.push({
        role: 'user',
        content: [
          ...ids.map((each) => ({ type: 'tool_result', tool_use_id: each, content: 'ok' })),
          { type: 'text', text: says },
        ],
      })
    }
    return messages
  })

const tamper = fc.record({
  message: fc.nat(7),
  block: fc.nat(4),
  how: fc.constantFrom('none', 'drop', 'double', 'swap', 'mark', 'drop-message', 'replace'),
  by: wildBlock,
})

type Messages = { role: string; content: object[] }[]
const tampered = fc.tuple(right, tamper).map(([messages, { message, block, how, by }]): Messages => {
  const chosen = messages[message % messages.length]
  if (!chosen) return messages
  const content = [...chosen.content]
  const at = block % content.length
  const present = content[at] ?? by
  if (how === 'drop') content.splice(at, 1)
  if (how === 'double') content.splice(at, 0, present)
  if (how === 'swap') content.reverse()
  if (how === 'mark') content[at] = { ...present, cache_control: { type: 'ephemeral' } }
  if (how === 'replace') content[at] = by
  const changed = messages.with(message % messages.length, { ...chosen, content })
  return how === 'drop-message' ? changed.toSpliced(message % messages.length, 1) : changed
})

const body = fc.record({
  model: fc.constant('claude-opus-5-5'),
  max_tokens: fc.constant(10),
  system: fc.array(textBlock(text), { maxLength: 2 }),
  tools: fc.array(
    marked(fc.record({ name: fc.constantFrom('t', 'u'), input_schema: fc.constant({ type: 'object' }) })),
    { minLength: 0, maxLength: 2 },
  ),
  messages: fc.oneof(wild, tampered),
})
const plain = fc.record({
  model: fc.constant('claude-opus-5-5'),
  max_tokens: fc.constant(10),
  tools: fc.constant([{ name: 't', input_schema: { type: 'object' } }]),
  messages: tampered,
})

test('our validator lets through exactly what the strictest server takes', () => {
  let accepted = 0
  let seen = 0
  fc.assert(
    fc.property(fc.oneof(body, plain), fc.boolean(), (given, afterPause) => {
      const theirs = serverValidates(given, { mayContinue: afterPause })
      const ours = validateRequest(JSON.stringify(given), afterPause)
      expect({ refused: ours !== null, ours, theirs }).toMatchObject({ refused: theirs !== null })
      seen++
      if (theirs === null) accepted++
    }),
    { numRuns: 1500 },
  )
  expect(accepted, `${accepted} of ${seen} were acceptable`).toBeGreaterThan(50)
})
