import { describe, expect, it } from 'vitest'
import { messageBlocks, outlineBody } from './body-outline'

const marker = { type: 'ephemeral' }
const body = JSON.stringify({
  model: 'm',
  max_tokens: 8000,
  system: [{ type: 'text', text: 'Be "brief".', cache_control: { type: 'ephemeral', ttl: '1h' } }],
  tools: [{ name: 'read', input_schema: { type: 'object' } }],
  stream: true,
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: '', signature: 's' },
        { type: 'tool_use', id: 'a', name: 'bash', input: {}, cache_control: marker },
      ],
    },
    { role: 'user', content: 'only text' },
  ],
})

describe('the outline of a body', () => {
  const parts = outlineBody(body)

  it('lists the fields in their order, each message for itself', () => {
    expect(parts.map((part) => part.path)).toEqual([
      'model',
      'max_tokens',
      'system',
      'tools',
      'stream',
      'messages[0]',
      'messages[1]',
      'messages[2]',
    ])
    expect(parts.map((part) => part.kind).slice(0, 4)).toEqual(['field', 'field', 'blocks', 'blocks'])
  })

  it('knows every block by path, type and name, and where it stands in the exact text', () => {
    const blocks = parts.flatMap((part) => part.blocks)
    expect(blocks.map(({ path, type, name }) => [path, type, name])).toEqual([
      ['system[0]', 'text', null],
      ['tools[0]', 'tool', 'read'],
      ['messages[0].content[0]', 'text', null],
      ['messages[1].content[0]', 'thinking', null],
      ['messages[1].content[1]', 'tool_use', 'bash'],
      ['messages[2].content', 'text', null],
    ])
    const hello = blocks[2]
    expect(body.slice(hello?.start, hello?.end)).toBe('{"type":"text","text":"Hello"}')
  })

  it('sees the cache markers with their time to live, and the bytes they take', () => {
    const marked = parts.flatMap((part) => part.blocks).filter((block) => block.marker)
    expect(marked.map((block) => [block.path, block.marker?.ttl])).toEqual([
      ['system[0]', '1h'],
      ['messages[1].content[1]', '5m'],
    ])
    const use = marked[1]
    expect(body.slice(use?.marker?.start, use?.marker?.end)).toBe(',"cache_control":{"type":"ephemeral"}')
  })

  it('takes a marker that stands first together with the comma behind it', () => {
    const text = JSON.stringify({ messages: [{ role: 'user', content: [{ cache_control: marker, type: 'text' }] }] })
    const block = outlineBody(text)[0]?.blocks[0]
    expect(text.slice(block?.marker?.start, block?.marker?.end)).toBe('"cache_control":{"type":"ephemeral"},')
  })

  it('counts the blocks of messages before each message', () => {
    expect(parts.filter((part) => part.kind === 'message').map((part) => part.firstBlock)).toEqual([0, 1, 3])
    expect(messageBlocks(parts).map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'user'])
  })
})
