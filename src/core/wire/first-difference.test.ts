import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockPath, firstDifference, sealedDifference, type WirePrefix } from './first-difference'
import { chainLevels, chainOf } from './hash-chain'
import { renderSnapshot, type SnapshotFields } from './wire-snapshot'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const LONG = 'Runs a command in the project and answers with what it printed, up to a limit.'
const fields: SnapshotFields = {
  model: 'claude-opus-5-5',
  max_tokens: 100,
  system: [
    { type: 'text', text: `You work. ${LONG}` },
    { type: 'text', text: 'Two.' },
  ],
  tools: [
    { name: 'read', description: 'Reads.', input_schema: { type: 'object', properties: { path: { type: 'string' } } } },
    { name: 'bash', description: LONG, input_schema: { type: 'object' } },
    { name: 'mcp__db__query', description: 'Queries.', input_schema: { type: 'object' } },
  ],
  thinking: { type: 'adaptive' },
  output_config: { effort: 'high' },
}

const text = (role: string, words: string) => ({ role, json: JSON.stringify({ type: 'text', text: words }) })
const thought = { role: 'assistant', json: '{"type":"thinking","thinking":"","signature":"sig"}' }
const blocks = [
  text('user', 'Why?'),
  thought,
  text('assistant', 'Because.'),
  { role: 'assistant', json: '{"type":"tool_use","id":"t1","name":"bash","input":{"command":"ls"}}' },
  { role: 'user', json: '{"type":"tool_result","tool_use_id":"t1","content":"a.txt"}' },
  text('user', LONG),
]

function prefix(change: Partial<SnapshotFields> = {}, more: Partial<WirePrefix> = {}): WirePrefix {
  return { snapshotText: renderSnapshot({ ...fields, ...change }), betas: [], blocks, ...more }
}

const changed = (change: Partial<SnapshotFields>, more: Partial<WirePrefix> = {}) =>
  firstDifference(prefix(), prefix(change, more))
const tools = (...change: [number, Record<string, unknown>][]) =>
  fields.tools.map((tool, n) => ({ ...tool, ...change.find(([at]) => at === n)?.[1] }))

describe('before the messages', () => {
  test.each<[string, Partial<SnapshotFields>, string, string]>([
    ['the model', { model: 'claude-sonnet-5-5' }, 'model', 'claude-opus-5-5 → claude-sonnet-5-5'],
    ['the speed', { speed: 'fast' }, 'speed', 'not sent → fast'],
    ['a tool that is gone', { tools: fields.tools.slice(0, 2) }, 'tools', 'mcp__db__query removed'],
    ['a tool that is new', { tools: [...fields.tools, { name: 'grep' }] }, 'tools', 'grep added'],
    [
      'one gone and many new',
      { tools: [...fields.tools.slice(1), ...['a', 'b', 'c', 'd', 'e'].map((name) => ({ name }))] },
      'tools',
      'read removed, a, b, c and 2 more added',
    ],
    ['the order of tools', { tools: fields.tools.toReversed() }, 'tools', 'other order from mcp__db__query on'],
    [
      'a tool twice',
      { tools: [...fields.tools, { name: 'read', description: 'Reads.' }] },
      'tools',
      'a tool is there more than once',
    ],
    [
      'a character of a description',
      { tools: tools([1, { description: LONG.replace('project', 'projecT') }]) },
      'tools.1.description',
      `bash: differs from character ${LONG.indexOf('project') + 6} on`,
    ],
    [
      'a field of a schema',
      { tools: tools([0, { input_schema: { type: 'object', properties: { path: { type: 'number' } } } }]) },
      'tools.0.input_schema.properties.path.type',
      'read: string → number',
    ],
    [
      'the order of keys',
      { tools: tools([0, { input_schema: { properties: { path: { type: 'string' } }, type: 'object' } }]) },
      'tools.0.input_schema',
      'read: other order from properties on',
    ],
    [
      'a list in place of an object',
      { tools: tools([1, { input_schema: ['object'] }]) },
      'tools.1.input_schema',
      'bash: {"type":"object"} → ["object"]',
    ],
    [
      'the system prompt',
      { system: [{ type: 'text', text: `You work. ${LONG} ` }, ...fields.system.slice(1)] },
      'system.0.text',
      `differs from character ${LONG.length + 10} on`,
    ],
    ['a system block that is gone', { system: fields.system.slice(0, 1) }, 'system.1', 'removed'],
    ['a system block that is new', { system: [...fields.system, { type: 'text', text: 'x' }] }, 'system.2', 'added'],
    ['thinking', { thinking: { type: 'disabled' } }, 'thinking.type', 'adaptive → disabled'],
    ['effort', { output_config: { effort: 'low' } }, 'output_config.effort', 'high → low'],
    ['tool choice', { tool_choice: { type: 'auto' } }, 'tool_choice.type', 'not sent → auto'],
    ['tool choice without fields', { tool_choice: {} }, 'tool_choice', 'not sent → {}'],
  ])('names %s', (_, change, path, what) => {
    expect(changed(change)).toEqual({ path, what })
  })

  test('names a parameter that is not sent any more, and betas by their place', () => {
    const { output_config: _, ...rest } = fields
    expect(firstDifference(prefix(), { ...prefix(), snapshotText: renderSnapshot(rest) })).toEqual({
      path: 'output_config.effort',
      what: 'high → not sent',
    })
    expect(changed({}, { betas: ['a'] })).toEqual({ path: 'betas.0', what: 'added' })
  })

  test('names what comes first in the chain, whatever else differs', () => {
    const [first] = blocks
    expect(changed({ model: 'm', tools: [], system: [] }, { blocks: first ? [first] : [] })?.path).toBe('model')
    expect(changed({ tools: [], system: [], thinking: {} })?.path).toBe('tools')
    expect(changed({ system: [], thinking: {} })?.path).toBe('system.0')
  })

  test('says nothing of the output limit, which is no part of the chain', () => {
    expect(changed({ max_tokens: 1 })).toBeNull()
  })
})

describe('in the messages', () => {
  const sent = (actual: typeof blocks) => firstDifference(prefix(), prefix({}, { blocks: actual }))

  test('a place is the one in the body, where neighbours of one role are one message', () => {
    expect(blocks.map((_, n) => blockPath(blocks, n))).toEqual([
      'messages.0.content.0',
      'messages.1.content.0',
      'messages.1.content.1',
      'messages.1.content.2',
      'messages.2.content.0',
      'messages.2.content.1',
    ])
  })

  test('a thinking block that was dropped is missing where it stood', () => {
    expect(sent(blocks.toSpliced(1, 1))).toEqual({ path: 'messages.1.content.0', what: 'thinking missing' })
  })

  test('an end that was cut off is missing', () => {
    expect(sent(blocks.slice(0, 4))).toEqual({ path: 'messages.2.content.0', what: 'tool_result missing' })
  })

  test('a block too many is inserted', () => {
    expect(sent(blocks.toSpliced(3, 0, text('assistant', 'And.')))).toEqual({
      path: 'messages.1.content.2',
      what: 'text inserted',
    })
  })

  test('a changed block is told by the field and the character', () => {
    expect(sent(blocks.with(5, text('user', `${LONG}!`)))).toEqual({
      path: 'messages.2.content.1.text',
      what: `differs from character ${LONG.length} on`,
    })
    expect(sent(blocks.with(2, text('assistant', 'Since.')))).toEqual({
      path: 'messages.1.content.1.text',
      what: 'Because. → Since.',
    })
  })

  test('another role and other bytes of the same content are differences too', () => {
    expect(sent(blocks.with(5, text('assistant', LONG)))).toEqual({
      path: 'messages.3.content.0',
      what: 'said by the assistant, not by the user',
    })
    const spaced = { role: 'assistant', json: '{"type": "thinking","thinking":"","signature":"sig"}' }
    expect(sent(blocks.with(1, spaced))).toEqual({
      path: 'messages.1.content.0',
      what: 'the same content in other bytes from character 8 on',
    })
  })

  test('what only goes on repeats what it was', () => {
    expect(sent([...blocks, text('assistant', 'More.')])).toBeNull()
    expect(sent(blocks)).toBeNull()
  })
})

describe('against the links that were sealed', () => {
  const start = chainLevels(prefix().snapshotText, [], hash).parameters
  const sealed = chainOf(start, blocks, hash).map((link, n) => ({ ...(blocks[n] ?? thought), link, position: 10 + n }))
  const check = (sent: typeof sealed, startPosition = 10, from = start) =>
    sealedDifference(sent, chainOf(from, sent, hash), startPosition)

  test('what is repeated is no difference, and what only goes on neither', () => {
    expect(check(sealed)).toBeNull()
    expect(check(sealed.slice(0, 3))).toBeNull()
  })

  test('one byte of a block is told by its place', () => {
    const sent = sealed.map((block, n) => (n === 2 ? { ...block, json: block.json.replace('.', '. ') } : block))
    expect(check(sent)).toEqual({ path: 'messages.1.content.1', what: 'text is not what was sealed' })
  })

  test('a thinking block that is left out is missing where it stood', () => {
    expect(check(sealed.toSpliced(1, 1))).toEqual({
      path: 'messages.1.content.0',
      what: 'what stood here is missing',
    })
  })

  test('another prefix shows at the first block that was sealed behind it', () => {
    const what = 'tool_use, or what stands before it, is not what was sealed'
    expect(check(sealed, 13, 'another')).toEqual({ path: 'messages.1.content.2', what })
    expect(check(sealed, 16, 'another')).toBeNull()
  })
})

test('there is a difference exactly where the chain of the one does not begin with the chain of the other', () => {
  const json = fc.constantFrom('{"type":"text","text":"a"}', '{"type":"text","text":"b"}', '{"type": "text"}')
  const block = fc.record({ role: fc.constantFrom('user', 'assistant'), json })
  const some: fc.Arbitrary<WirePrefix> = fc.record({
    snapshotText: fc
      .record({
        model: fc.constantFrom('a', 'b'),
        max_tokens: fc.constantFrom(1, 2),
        system: fc.array(fc.record({ type: fc.constant('text' as const), text: fc.constantFrom('x', 'y') }), {
          maxLength: 2,
        }),
        tools: fc.array(fc.record({ name: fc.constantFrom('p', 'q'), d: fc.constantFrom<unknown>('r', 1, [1], {}) }), {
          maxLength: 2,
        }),
        thinking: fc.constantFrom(undefined, { type: 'on' }, { type: 'off' }),
      })
      .map(({ thinking, ...rest }) => renderSnapshot({ ...rest, ...(thinking ? { thinking } : {}) })),
    betas: fc.array(fc.constantFrom('u', 'v'), { maxLength: 2 }),
    blocks: fc.array(block, { maxLength: 4 }),
  })
  const chain = ({ snapshotText, betas, blocks: own }: WirePrefix) => {
    const start = chainLevels(snapshotText, betas, hash).parameters
    return [start, ...chainOf(start, own, hash)]
  }
  fc.assert(
    fc.property(some, some, fc.boolean(), (expected, other, sameHead) => {
      const actual = sameHead ? { ...expected, blocks: [...expected.blocks, ...other.blocks] } : other
      const [before, after] = [chain(expected), chain(actual)]
      const repeats = before.every((link, n) => link === after[n])
      expect(firstDifference(expected, actual) === null).toBe(repeats)
    }),
    { numRuns: 500 },
  )
})
