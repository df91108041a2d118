import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { chainLevels, chainOf, nextLink } from './hash-chain'
import { renderSnapshot, type SnapshotFields } from './wire-snapshot'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const fields: SnapshotFields = {
  model: 'claude-opus-5-5',
  max_tokens: 100,
  system: [
    { type: 'text', text: 'One.' },
    { type: 'text', text: 'Two.' },
  ],
  tools: [{ name: 'read' }, { name: 'bash' }],
  thinking: { type: 'adaptive' },
}
const levels = (change: Partial<SnapshotFields> = {}, betas: string[] = []) =>
  chainLevels(renderSnapshot({ ...fields, ...change }), betas, hash)
const blocks = ['a', 'b', 'c'].map((text, n) => ({
  role: n % 2 === 0 ? 'user' : 'assistant',
  json: JSON.stringify({ type: 'text', text }),
}))
/** The first level, of the dearest on, that a change touches. */
const touched = (change: Partial<SnapshotFields>) =>
  (['tools', 'system', 'parameters'] as const).find((level) => levels(change)[level] !== levels()[level])
const chain = (change: Partial<SnapshotFields> = {}, sent = blocks) => ({
  levels: levels(change),
  links: chainOf(levels(change).parameters, sent, hash),
})

describe('the levels before the messages', () => {
  test.each<[string, Partial<SnapshotFields>]>([
    ['the model', { model: 'claude-sonnet-5-5' }],
    ['the speed', { speed: 'fast' }],
    ['the order of tools', { tools: fields.tools.toReversed() }],
    ['a byte of a tool', { tools: [{ name: 'read' }, { name: 'bash2' }] }],
  ])('%s costs everything', (_, change) => {
    expect(touched(change)).toBe('tools')
    expect(levels(change).system).not.toBe(levels().system)
    expect(levels(change).parameters).not.toBe(levels().parameters)
  })

  test('a system block costs system and messages, not the tools', () => {
    const change = { system: [{ type: 'text' as const, text: 'One.' }] }
    expect(levels(change).tools).toBe(levels().tools)
    expect(touched(change)).toBe('system')
  })

  test.each<[string, Partial<SnapshotFields>]>([
    ['tool choice', { tool_choice: { type: 'auto' } }],
    ['thinking', { thinking: { type: 'disabled' } }],
    ['effort', { output_config: { effort: 'low' } }],
  ])('%s costs the messages only', (_, change) => {
    expect(levels(change).system).toBe(levels().system)
    expect(touched(change)).toBe('parameters')
  })

  test('betas are parameters, in their order', () => {
    expect(levels({}, ['a']).parameters).not.toBe(levels({}, []).parameters)
    expect(levels({}, ['a', 'b']).parameters).not.toBe(levels({}, ['b', 'a']).parameters)
    expect(levels({}, ['a']).system).toBe(levels().system)
  })

  test('the output limit is outside of the chain: it does not touch the cache', () => {
    expect(levels({ max_tokens: 1 })).toEqual(levels())
  })
})

describe('the chain', () => {
  test('names everything before a block: the same block elsewhere has another link', () => {
    const [first, second] = [chain().links, chain({}, blocks.slice(1)).links]
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length)
    expect(nextLink('x', 'user', '{}', hash)).not.toBe(nextLink('x', 'assistant', '{}', hash))
  })

  test('is continued link by link', () => {
    const start = levels().parameters
    const [a, b, c] = chain().links
    expect(chainOf(start, blocks.slice(0, 1), hash)).toEqual([a])
    expect(chainOf(a ?? '', blocks.slice(1), hash)).toEqual([b, c])
  })

  test('is another one from the first block on that differs, also by one byte', () => {
    const changed = chain({}, blocks.with(1, { role: 'assistant', json: '{"type":"text","text":"b "}' })).links
    expect(chain().links.map((link, n) => link === changed[n])).toEqual([true, false, false])
  })

  test('that only grows repeats what it was', () => {
    const grown = chain({}, [...blocks, { role: 'assistant', json: '{}' }]).links
    expect(grown.slice(0, blocks.length)).toEqual(chain().links)
  })
})
