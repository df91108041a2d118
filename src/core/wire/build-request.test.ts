import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildRequest, type RequestParts, withoutMarkers } from './build-request'
import { blocksInEpoch, isThinking, type WireBlock } from './wire-block'
import { renderSnapshot } from './wire-snapshot'

const snapshotText = renderSnapshot({
  model: 'm',
  max_tokens: 5,
  system: [
    { type: 'text', text: 'S1' },
    { type: 'text', text: 'S2' },
  ],
  tools: [{ name: 't', input_schema: { type: 'object' } }],
})

function block(position: number, role: WireBlock['role'], text = `b${position}`, type = 'text'): WireBlock {
  return { position, role, type, json: JSON.stringify({ type, text }) }
}

const parts = (change: Partial<RequestParts> = {}): RequestParts => ({
  snapshotText,
  blocks: [block(0, 'user'), block(1, 'user'), block(2, 'assistant'), block(3, 'user')],
  markers: { system: false, positions: [] },
  ttl: '5m',
  tailJson: '{}',
  ...change,
})

describe('a body', () => {
  test('leaves no room for an answer where none is wanted, and changes nothing else', () => {
    const whole = JSON.parse(buildRequest(parts({ markers: { system: true, positions: [1] } }))) as Record<
      string,
      unknown
    >
    const none = JSON.parse(buildRequest(parts({ markers: { system: true, positions: [1] }, answer: 'none' })))
    expect(none).toEqual({ ...whole, max_tokens: 0, stream: undefined })
    expect(none).not.toHaveProperty('stream')
  })

  test('is the snapshot as it stands, then the stream, the messages and what follows them', () => {
    expect(buildRequest(parts())).toBe(
      `${snapshotText.slice(0, -1)},"stream":true,"messages":[` +
        '{"role":"user","content":[{"type":"text","text":"b0"},{"type":"text","text":"b1"}]},' +
        '{"role":"assistant","content":[{"type":"text","text":"b2"}]},' +
        '{"role":"user","content":[{"type":"text","text":"b3"}]}]}',
    )
    const tailJson = '{"diagnostics":{"previous_message_id":null}}'
    expect(buildRequest(parts({ tailJson })).endsWith(']}],"diagnostics":{"previous_message_id":null}}')).toBe(true)
  })

  test('is a fixed point of parse and stringify, since the SDK may serialise again', () => {
    const body = buildRequest(parts({ markers: { system: true, positions: [1, 3] }, ttl: '1h' }))
    expect(JSON.stringify(JSON.parse(body))).toBe(body)
  })

  test('bears markers where they were planned, with the life the thread was begun with', () => {
    const body = buildRequest(parts({ markers: { system: true, positions: [1, 3] } }))
    expect(body).toContain('{"type":"text","text":"S2","cache_control":{"type":"ephemeral"}}],"tools"')
    expect(body).toContain('{"type":"text","text":"b1","cache_control":{"type":"ephemeral"}}')
    expect(body.match(/cache_control/g)).toHaveLength(3)
    const long = buildRequest(parts({ markers: { system: true, positions: [3] }, ttl: '1h' }))
    expect(long.match(/"cache_control":\{"type":"ephemeral","ttl":"1h"\}/g)).toHaveLength(2)
  })

  test('without a system prompt has no marker there', () => {
    const bare = renderSnapshot({ model: 'm', max_tokens: 5, system: [], tools: [] })
    expect(buildRequest(parts({ snapshotText: bare, markers: { system: true, positions: [] } }))).not.toContain('cache')
  })

  test('without its markers is the same whatever the markers were', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.subarray([0, 1, 2, 3]), fc.constantFrom('5m', '1h'), (system, positions, ttl) => {
        const body = buildRequest(parts({ markers: { system, positions }, ttl }))
        expect(body.replaceAll(/,"cache_control":\{[^}]*\}/g, '')).toBe(withoutMarkers(parts()))
      }),
    )
  })

  test('of a history that grew begins with the body before it', () => {
    const before = withoutMarkers(parts())
    const more = [...parts().blocks, block(4, 'user'), block(5, 'assistant')]
    expect(withoutMarkers(parts({ blocks: more })).startsWith(before.slice(0, -']}]}'.length))).toBe(true)
  })
})

describe('the blocks of an epoch', () => {
  const history = [
    block(0, 'user'),
    block(1, 'assistant', 'old', 'thinking'),
    block(2, 'assistant', 'old', 'redacted_thinking'),
    block(3, 'assistant'),
    block(4, 'assistant', 'new', 'thinking'),
  ]
  const positions = (epoch: { firstPosition: number; thinkingFrom: number }) =>
    blocksInEpoch(history, epoch).map((each) => each.position)

  test('are all of the history in the first one', () => {
    expect(positions({ firstPosition: 0, thinkingFrom: 0 })).toEqual([0, 1, 2, 3, 4])
  })

  test('leave out all thinking from before a changed prefix, and only that', () => {
    expect(positions({ firstPosition: 0, thinkingFrom: 4 })).toEqual([0, 3, 4])
  })

  test('begin where a compaction put its summary', () => {
    expect(positions({ firstPosition: 3, thinkingFrom: 0 })).toEqual([3, 4])
  })

  test('know thinking by its type only', () => {
    expect(history.filter(isThinking).map((each) => each.position)).toEqual([1, 2, 4])
  })
})
