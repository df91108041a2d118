import { describe, expect, it } from 'vitest'
import { compareBodies, readBody } from './compare-bodies'

type Block = Record<string, unknown>
interface Parts {
  model?: string
  system?: Block[]
  tools?: Block[]
  thinking?: Block
  messages?: { role: string; content: Block[] }[]
}

const text = (said: string, more: Block = {}): Block => ({ type: 'text', text: said, ...more })
const tool = (name: string, labels = 'string'): Block => ({ name, input_schema: { properties: { labels } } })
const marked = { cache_control: { type: 'ephemeral' } }
const base: Parts = {
  model: 'm',
  system: [text('Be brief.')],
  tools: [tool('read'), tool('bash')],
  thinking: { type: 'adaptive' },
  messages: [{ role: 'user', content: [text('Hello')] }],
}
const bodyOf = (parts: Parts) =>
  readBody(JSON.stringify({ max_tokens: 1, ...base, ...parts, stream: true, diagnostics: { a: Math.random() } }))
const compare = (left: Parts, right: Parts) => compareBodies(bodyOf(left), bodyOf(right))

describe('comparing two bodies', () => {
  it('sees no difference in markers and in what follows the messages', () => {
    const moved = { messages: [{ role: 'user', content: [text('Hello', marked)] }] }
    expect(compare(base, moved)).toEqual({ kind: 'same', blocks: 1 })
  })

  it('says by how many blocks one goes on where the other ends', () => {
    const more = { messages: [...(base.messages ?? []), { role: 'assistant', content: [text('Hi'), text('there')] }] }
    const found = compare(base, more)
    const path = 'messages[1].content[0]'
    expect(found).toMatchObject({ kind: 'goes-on', longer: 'right', blocks: 1, more: 2, path, left: { changed: '' } })
    expect(found.kind === 'goes-on' && found.right.changed).toBe('{"type":"text","text":"Hi"}')
    expect(compare(more, base)).toMatchObject({ longer: 'left' })
  })

  it('names the tool and the place inside it that changed, and shows both texts', () => {
    const found = compare(base, { tools: [tool('read'), tool('bash', 'number')] })
    expect(found).toMatchObject({
      kind: 'differs',
      level: 'tools',
      path: 'tools[1].input_schema.properties.labels',
      note: '“bash” changed',
      left: { changed: 'string' },
      right: { changed: 'number' },
    })
    if (found.kind !== 'differs') throw new Error('it differs')
    expect(found.left.before.endsWith('"labels":"')).toBe(true)
  })

  it('says which tool was removed or added, and that only the order changed', () => {
    const noted = (tools: Block[]) => {
      const found = compare(base, { tools })
      return found.kind === 'differs' ? [found.path, found.note] : null
    }
    expect(noted([tool('bash')])).toEqual(['tools[0].name', '“read” removed'])
    expect(noted([tool('read'), tool('bash'), tool('edit')])).toEqual(['tools[2]', '“edit” added'])
    expect(noted([tool('bash'), tool('read')])).toEqual(['tools[0].name', 'their order changed'])
  })

  it('finds model, system and parameters at their own levels, in the order of the chain', () => {
    expect(compare(base, { model: 'n', system: [text('Else.')] })).toMatchObject({ level: 'tools', path: 'model' })
    expect(compare(base, { system: [text('Be exact.')] })).toMatchObject({ level: 'system', path: 'system[0].text' })
    expect(compare(base, { thinking: { type: 'disabled' } })).toMatchObject({
      level: 'parameters',
      path: 'thinking.type',
    })
    expect(compare(base, { thinking: undefined })).toMatchObject({ level: 'parameters', path: 'thinking' })
  })

  it('counts bytes, not characters, up to the difference in a message', () => {
    const one = { messages: [{ role: 'user', content: [text('Grüße, A', marked)] }] }
    const two = { messages: [{ role: 'user', content: [text('Grüße, B')] }] }
    const [left, right] = [bodyOf(one), bodyOf(two)]
    const found = compareBodies(left, right)
    expect(found).toMatchObject({ level: 'messages', path: 'messages[0].content[0].text', blocks: 0 })
    if (found.kind !== 'differs') throw new Error('it differs')
    expect(found.left.changed).toBe('A')
    expect(new TextDecoder().decode(new TextEncoder().encode(left.text).slice(found.left.byte)).startsWith('A')).toBe(
      true,
    )
    expect(found.right.byte).toBe(found.left.byte)
  })

  it('does not take another role for the same block', () => {
    const other = { messages: [{ role: 'assistant', content: [text('Hello')] }] }
    expect(compare(base, other)).toMatchObject({ note: 'the role is user here and assistant there' })
  })

  it('reads and compares megabytes in a moment', () => {
    const long = 'const a = "b";\n'.repeat(700)
    const content = Array.from({ length: 200 }, (_, n) => text(`${n} ${long}`))
    const [left, right] = [content, content.with(199, text('other'))].map((blocks) => ({
      messages: [{ role: 'user', content: blocks }],
    }))
    const bodies = [bodyOf(left ?? {}), bodyOf(right ?? {})] as const
    expect(bodies[0].text.length).toBeGreaterThan(2_000_000)
    const began = performance.now()
    readBody(bodies[0].text)
    const read = performance.now() - began
    compareBodies(...bodies)
    expect(read).toBeLessThan(1000)
    expect(performance.now() - began).toBeLessThan(2000)
  })
})
