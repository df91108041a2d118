import { describe, expect, it } from 'vitest'
import { viewRequest } from '../../../../testing/domain-views'
import { bodyRows, foldablePaths, previewOf } from './body-rows'
import { readBody } from './compare-bodies'

const block = (text: string) => ({ type: 'text', text })
const marker = { cache_control: { type: 'ephemeral' } }
const body = readBody(
  JSON.stringify({
    model: 'm',
    tools: [{ name: 'read', description: 'Reads "a" file.' }],
    messages: [
      { role: 'user', content: [block('one')] },
      { role: 'assistant', content: [block('two')] },
      { role: 'user', content: [block('three'), { ...block('four\nfive'), ...marker }] },
    ],
  }),
)
const request = viewRequest({
  id: 'a',
  n: 2,
  prefix: { link: '', blocks: 4, sharedWithParent: 1, sharedWithPrevious: 3 },
})
const keys = (opened: Record<string, boolean>) => bodyRows(body, request, opened).map((row) => row.key)

describe('the rows of a body', () => {
  it('open what is new down to its blocks and fold the rest, with a line where each shared stretch ends', () => {
    expect(keys({})).toEqual([
      'model',
      'tools',
      'messages[0]',
      'end inherited',
      'messages[1]',
      'messages[2]',
      'messages[2].content[0]',
      'end before',
      'messages[2].content[1]',
    ])
  })

  it('show the exact text of what a person opens, and only of that', () => {
    const rows = bodyRows(body, request, { model: true, 'messages[2].content[1]': true })
    const texts = rows.flatMap((row) => (row.kind === 'piece' ? [body.text.slice(row.span.start, row.span.end)] : []))
    expect(texts).toEqual(['"m"', JSON.stringify({ ...block('four\nfive'), ...marker })])
    const piece = rows.findLast((row) => row.kind === 'piece')
    expect(piece?.kind === 'piece' && piece.marker && body.text.slice(piece.marker.start, piece.marker.end)).toBe(
      ',"cache_control":{"type":"ephemeral"}',
    )
  })

  it('can be opened and folded as a whole', () => {
    const all = (open: boolean) => Object.fromEntries(foldablePaths(body).map((path) => [path, open]))
    expect(keys(all(false))).toEqual(['model', 'tools', 'messages[0]', 'end inherited', 'messages[1]', 'messages[2]'])
    expect(keys(all(true)).filter((key) => key.includes(' ')).length).toBe(8)
  })

  it('tell where each comes from', () => {
    const origins = bodyRows(body, request, {}).flatMap((row) => ('origin' in row ? [row.origin] : []))
    expect(origins).toEqual(['frame', 'frame', 'inherited', 'before', 'new', 'before', 'new'])
  })
})

it('tells in one line what a block says', () => {
  const preview = (value: object) => {
    const { text, parts } = readBody(JSON.stringify({ tools: [value] }))
    const found = parts[0]?.blocks[0]
    return found && previewOf(text, found)
  }
  expect(preview(block('a "quoted"\nline'))).toBe('a "quoted" line')
  expect(preview({ type: 'tool_use', id: 'x', name: 'bash', input: { command: 'ls' }, ...marker })).toBe(
    '{"command":"ls"}',
  )
  expect(preview({ type: 'tool_result', tool_use_id: 'x', content: [block('out')] })).toBe('out')
  expect(preview({ name: 'read', description: 'Reads.' })).toBe('Reads.')
  expect(preview({ type: 'image', source: 1 })).toBe('{"type":"image","source":1}')
  expect(preview(block('long '.repeat(1000)))?.length).toBeLessThan(301)
})
