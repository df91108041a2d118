import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answer, blockJson, emptyAnswer, foldEvent, StreamProtocolError } from './stream-fold'

const START = { type: 'message_start', message: { id: 'msg_1', model: 'm', usage: { input_tokens: 3 } } }
const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, change: object) => ({ type: 'content_block_delta', index, delta: change })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const end = (stop_reason: string, more: object = {}) => ({ type: 'message_delta', delta: { stop_reason, ...more } })
const STOP = { type: 'message_stop' }
const tool = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
const json = (partial_json: string) => ({ type: 'input_json_delta', partial_json })

function fold(...events: unknown[]): Answer {
  const answer = emptyAnswer()
  for (const event of events) foldEvent(answer, event)
  return answer
}
const blocks = (...events: unknown[]) => fold(START, ...events).blocks.map(blockJson)

describe('an answer is kept verbatim', () => {
  test('text, thinking with its signature, and calls, in their order', () => {
    const stored = blocks(
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Let ' }),
      delta(0, { type: 'thinking_delta', thinking: 'me.' }),
      delta(0, { type: 'signature_delta', signature: 'c2ln' }),
      stop(0),
      start(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'I read.' }),
      stop(1),
      start(2, tool),
      delta(2, json('{"pa')),
      delta(2, json('th":"a"}')),
      stop(2),
    )
    expect(stored).toEqual([
      '{"type":"thinking","thinking":"Let me.","signature":"c2ln"}',
      '{"type":"text","text":"I read."}',
      '{"type":"tool_use","id":"toolu_1","name":"read","input":{"path":"a"}}',
    ])
  })

  test('empty thinking stays, with its signature; empty text does not', () => {
    const thinking = start(0, { type: 'thinking', thinking: '', signature: '' })
    const signature = delta(0, { type: 'signature_delta', signature: 's' })
    expect(blocks(thinking, signature, stop(0))).toEqual(['{"type":"thinking","thinking":"","signature":"s"}'])
    expect(blocks(start(0, { type: 'text', text: '' }), stop(0))).toEqual([null])
    expect(blocks(start(0, { type: 'text', text: ' \n' }), stop(0))).toEqual([null])
  })

  test('redacted thinking, and blocks of types this app does not know, with all their fields', () => {
    const odd = { type: 'server_tool_use', id: 's', name: 'web_search', input: { q: 1 }, caller: { type: 'direct' } }
    expect(blocks(start(0, { type: 'redacted_thinking', data: 'x==' }), stop(0), start(1, odd), stop(1))).toEqual([
      '{"type":"redacted_thinking","data":"x=="}',
      JSON.stringify(odd),
    ])
  })

  test('citations', () => {
    const cited = [start(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: 'x' })]
    const citation = delta(0, { type: 'citations_delta', citation: { cited_text: 'y' } })
    expect(blocks(...cited, citation, stop(0))).toEqual(['{"type":"text","text":"x","citations":[{"cited_text":"y"}]}'])
  })

  test('a call without input, whose object came with its start', () => {
    expect(blocks(start(0, tool), delta(0, json('')), stop(0))).toEqual([
      '{"type":"tool_use","id":"toolu_1","name":"read","input":{}}',
    ])
  })

  test('whatever the pieces: they only cut what is the same as a whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.array(fc.nat(9)),
        fc.jsonValue(),
        (text, cuts, value) => {
          const input = { value, text }
          const whole = JSON.stringify(input)
          const pieces = (of: string) => {
            const at = [0, ...cuts].map((_, n) => cuts.slice(0, n).reduce((sum, size) => sum + size, 0))
            return at.map((from, n) => of.slice(from, at[n + 1]))
          }
          const [words, call] = blocks(
            start(0, { type: 'text', text: '' }),
            ...pieces(`${text}.`).map((piece) => delta(0, { type: 'text_delta', text: piece })),
            stop(0),
            start(1, tool),
            ...pieces(whole).map((piece) => delta(1, json(piece))),
            stop(1),
          )
          expect(JSON.parse(words ?? '')).toEqual({ type: 'text', text: `${text}.`.toWellFormed() })
          expect(JSON.parse(call ?? '').input.text).toBe(text.toWellFormed())
          expect(`${words}${call}`.isWellFormed()).toBe(true)
        },
      ),
    )
  })

  test('but well-formed: half a character, also in a key, would poison every later request', () => {
    const call = blocks(start(0, tool), delta(0, json('{"k\\ud83c":"v\\udf32"}')), stop(0))
    expect(call).toEqual(['{"type":"tool_use","id":"toolu_1","name":"read","input":{"k\ufffd":"v\ufffd"}}'])
  })
})

describe('what does not end', () => {
  test.each([
    ['is cut inside its JSON', [delta(0, json('{"path":"a')), stop(0)]],
    ['is no object', [delta(0, json('[1]')), stop(0)]],
    ['is no JSON', [delta(0, json('{path}')), stop(0)]],
    ['has no end of its block', [delta(0, json('{"path":"a"}'))]],
  ])('a call whose input %s is incomplete and not stored as it is', (_, events) => {
    const answer = fold(START, start(0, tool), ...events)
    expect(answer.blocks[0]).toMatchObject({ complete: false, type: 'tool_use' })
    expect(answer.blocks.map(blockJson)).toEqual([null])
  })

  test('an answer has ended only with its last event', () => {
    expect(fold(START, end('end_turn')).ended).toBe(false)
    expect(fold(START, end('end_turn'), STOP)).toMatchObject({ ended: true, stopReason: 'end_turn' })
  })
})

describe('the end says why', () => {
  test.each<[object, string | null]>([
    [{ stop_sequence: 'END' }, 'END'],
    [{ stop_details: { type: 'refusal', category: 'cyber', explanation: 'x' } }, 'cyber'],
    [{ stop_details: { type: 'refusal', category: null } }, null],
    [{}, null],
  ])('%j', (more, detail) => {
    expect(fold(START, end('refusal', more), STOP)).toMatchObject({ stopReason: 'refusal', stopDetail: detail })
  })

  test('a reason nobody knows is kept as it came, and none as none', () => {
    expect(fold(START, end('new_reason'), STOP).stopReason).toBe('new_reason')
    expect(fold(START, { type: 'message_delta', delta: { stop_reason: null } }, STOP).stopReason).toBeNull()
  })

  test('the diagnosis of the cache: a reason, none, or one still pending', () => {
    const begun = (diagnostics: unknown) =>
      fold({ ...START, message: { ...START.message, diagnostics } }).cacheMissReason
    expect(begun({ cache_miss_reason: { type: 'tools_changed', cache_missed_input_tokens: 5 } })).toBe('tools_changed')
    expect(begun({ cache_miss_reason: null })).toBeNull()
    expect(begun(null)).toBeNull()
    expect(begun(undefined)).toBeNull()
  })
})

describe('a stream that breaks its protocol is told from one that says something new', () => {
  test.each<[string, unknown[]]>([
    ['a second beginning', [START, START]],
    ['a block before the beginning', [start(0, { type: 'text', text: '' })]],
    ['a block out of order', [START, start(1, { type: 'text', text: '' })]],
    ['a block without a type', [START, start(0, {})]],
    ['a text that is none', [START, start(0, { type: 'text', text: 5 })]],
    ['a piece of a block that has not begun', [START, delta(0, { type: 'text_delta', text: 'x' })]],
    ['the end of a block that has not begun', [START, stop(0)]],
    ['an end before the beginning', [STOP]],
    ['a piece without its text', [START, start(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta' })]],
    ['a piece that is nothing', [START, start(0, { type: 'text', text: '' }), delta(0, null as unknown as object)]],
    ['an event that is no object', ['text']],
    ['nothing', [null]],
    ['a beginning without a message', [{ type: 'message_start' }]],
  ])('%s', (_, events) => {
    expect(() => fold(...events)).toThrow(StreamProtocolError)
  })

  test('events and pieces of unknown types change nothing: a client must bear them', () => {
    const answer = emptyAnswer()
    for (const event of [START, start(0, { type: 'text', text: '' })]) foldEvent(answer, event)
    expect(foldEvent(answer, { type: 'ping' })).toBeNull()
    expect(foldEvent(answer, { type: 'from_the_future', deep: [1] })).toBeNull()
    expect(foldEvent(answer, delta(0, { type: 'mood_delta', mood: 'fine' }))).toBeNull()
    expect(answer.blocks).toHaveLength(1)
  })

  test('any events whatsoever give an answer or a protocol error, never anything else', () => {
    const event = fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: fc.constantFrom(
          'message_start',
          'content_block_start',
          'content_block_delta',
          'content_block_stop',
          'message_delta',
          'message_stop',
        ),
        index: fc.oneof(fc.nat(2), fc.jsonValue()),
        message: fc.jsonValue(),
        content_block: fc.oneof(fc.constant(tool), fc.jsonValue()),
        delta: fc.jsonValue(),
        usage: fc.jsonValue(),
      }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 6 }), (events) => {
        try {
          fold(START, ...events).blocks.map(blockJson)
        } catch (error) {
          expect(error).toBeInstanceOf(StreamProtocolError)
        }
      }),
    )
  })
})
