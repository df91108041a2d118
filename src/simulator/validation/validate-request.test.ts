import { describe, expect, test } from 'vitest'
import { defaultModelFacts, modelFacts } from '../models'
import { bodyWith } from '../testing/post-message'
import type { AssistantBlock, MessagesBody, UserBlock } from './body-schema'
import { validateForModel } from './check-parameters'
import { problemText } from './problem'
import { validateRequest } from './validate-request'

const tools = [{ name: 'read', input_schema: { type: 'object' as const } }]
const use = (id: string): AssistantBlock => ({ type: 'tool_use', id, name: 'read', input: {} })
const result = (id: string): UserBlock => ({ type: 'tool_result', tool_use_id: id, content: 'ok' })
const say = (text: string): UserBlock & AssistantBlock => ({ type: 'text', text })
const user = (...content: UserBlock[]) => ({ role: 'user' as const, content })
const assistant = (...content: AssistantBlock[]) => ({ role: 'assistant' as const, content })
const talk = (...messages: MessagesBody['messages']) => bodyWith({ tools, messages })

function problemOf(body: unknown): string | null {
  const problem = validateRequest(body)
  return problem === null ? null : problemText(problem)
}

describe('a valid body', () => {
  test('may hold several calls answered in one message, results before text', () => {
    const body = talk(
      user(say('go')),
      assistant(say('ok'), use('a'), use('b')),
      user(result('b'), result('a'), say('and')),
    )
    expect(problemOf(body)).toBeNull()
  })

  test('may have an empty tool result', () => {
    expect(
      problemOf(talk(user(say('go')), assistant(use('a')), user({ type: 'tool_result', tool_use_id: 'a' }))),
    ).toBeNull()
    const empty: UserBlock = { type: 'tool_result', tool_use_id: 'a', content: '' }
    expect(problemOf(talk(user(say('go')), assistant(use('a')), user(empty)))).toBeNull()
  })
})

describe('shape', () => {
  const cases: [string, unknown, string][] = [
    ['no model', { ...bodyWith(), model: undefined }, 'model: Field required'],
    ['no max_tokens', { ...bodyWith(), max_tokens: undefined }, 'max_tokens: Field required'],
    ['no messages', { ...bodyWith(), messages: undefined }, 'messages: Field required'],
    ['an unknown field', { ...bodyWith(), verbose: true }, 'verbose: Extra inputs are not permitted'],
    ['sampling parameters', { ...bodyWith(), temperature: 0 }, 'temperature: Extra inputs are not permitted'],
    [
      'a marker on thinking',
      talk(
        user(say('a')),
        assistant({ type: 'thinking', thinking: '', signature: 's', ...{ cache_control: { type: 'ephemeral' } } }),
        user(say('b')),
      ),
      'messages.1.content.0.cache_control: Extra inputs are not permitted',
    ],
    [
      'leftovers of an accumulating client on a call',
      talk(user(say('a')), assistant({ ...use('x'), ...{ partial_json: '{}' } }), user(result('x'))),
      'messages.1.content.0.partial_json: Extra inputs are not permitted',
    ],
  ]
  test.each(cases)('%s is refused with its path', (_name, body, words) => {
    expect(problemOf(body)).toBe(words)
  })

  test('a schema that is no object, a system role and a call with a list as input are refused', () => {
    expect(problemOf({ ...bodyWith(), tools: [{ name: 'a', input_schema: { type: 'string' } }] })).toContain(
      'tools.0.input_schema.type',
    )
    expect(problemOf({ ...bodyWith(), messages: [{ role: 'system', content: 'x' }] })).toContain('messages.0.role')
    expect(
      problemOf({
        ...bodyWith(),
        messages: [user(say('a')), { role: 'assistant', content: [{ ...use('x'), input: [] }] }, user(result('x'))],
      }),
    ).toContain('messages.1.content.0.input')
  })
})

describe('turns', () => {
  const cases: [string, MessagesBody, RegExp][] = [
    ['two user messages in a row', talk(user(say('a')), user(say('b'))), /^messages\.1: roles must alternate/],
    ['an assistant first', talk(assistant(say('a')), user(say('b'))), /first message must use the "user" role/],
    ['an assistant last', talk(user(say('a')), assistant(say('b'))), /must end with a user message/],
    [
      'a call without result',
      talk(user(say('a')), assistant(use('x')), user(say('b'))),
      /without `tool_result`.*: x\./,
    ],
    [
      'a call answered a turn late',
      talk(user(say('a')), assistant(use('x')), user(say('b')), assistant(say('c')), user(result('x'))),
      /^messages\.1: .*without/,
    ],
    [
      'a call answered twice',
      talk(user(say('a')), assistant(use('x')), user(result('x'), result('x'))),
      /^messages\.2\.content\.1: each tool_use must have a single result/,
    ],
    [
      'a result without call',
      talk(user(say('a')), assistant(say('b')), user(result('x'))),
      /^messages\.2\.content\.0: unexpected `tool_use_id`/,
    ],
    ['a result in the first message', talk(user(result('x'))), /unexpected `tool_use_id`/],
    [
      'text before a result',
      talk(user(say('a')), assistant(use('x')), user(say('b'), result('x'))),
      /must come before any other content/,
    ],
    [
      'a call id used twice',
      talk(user(say('a')), assistant(use('x')), user(result('x')), assistant(use('x')), user(result('x'))),
      /^messages\.3\.content\.0: `tool_use` ids must be unique/,
    ],
  ]
  test.each(cases)('%s is refused', (_name, body, words) => {
    expect(problemOf(body)).toMatch(words)
  })

  test('an assistant message may be last only where a paused turn goes on', () => {
    const body = talk(user(say('a')), assistant(say('b')))
    expect(validateRequest(body, { mayContinue: true })).toBeNull()
  })
})

describe('text', () => {
  const cases: [string, MessagesBody, RegExp][] = [
    ['an empty text', talk(user(say(''))), /^messages\.0\.content\.0: text content blocks must be non-empty/],
    ['white space only', talk(user(say(' \n\t'))), /must contain non-whitespace text/],
    ['an empty string as content', talk({ role: 'user', content: '' }), /must have non-empty content/],
    ['an empty list as content', talk(user()), /must have non-empty content/],
    ['an empty assistant text', talk(user(say('a')), assistant(say(' ')), user(say('b'))), /^messages\.1\.content\.0/],
    [
      'an empty system text',
      bodyWith({ system: [{ type: 'text', text: '' }] }),
      /^system\.0: text content blocks must be non-empty/,
    ],
    [
      'an empty text in a result',
      talk(
        user(say('a')),
        assistant(use('x')),
        user({ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'text', text: '' }] }),
      ),
      /^messages\.2\.content\.0\.content\.0/,
    ],
    ['half a character', talk(user(say('a\ud83d'))), /^messages\.0\.content\.0\.text: .*no low surrogate/],
    [
      'half a character in a call',
      talk(
        user(say('a')),
        assistant({ ...use('x'), input: { deep: ['\ude00'] } } as AssistantBlock),
        user(result('x')),
      ),
      /no low surrogate/,
    ],
    [
      'half a character in a key',
      talk(user(say('a')), assistant({ ...use('x'), input: { '\ud83d': 1 } } as AssistantBlock), user(result('x'))),
      /no low surrogate/,
    ],
  ]
  test.each(cases)('%s is refused', (_name, body, words) => {
    expect(problemOf(body)).toMatch(words)
  })
})

describe('markers', () => {
  const marked = (ttl?: '1h'): UserBlock => ({
    type: 'text',
    text: 'x',
    cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) },
  })
  test('a fifth marker is refused, wherever the others are', () => {
    const body = (count: number) =>
      bodyWith({
        tools: [{ name: 'read', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } }],
        system: [{ type: 'text', text: 's', cache_control: { type: 'ephemeral' } }],
        messages: [user(...Array.from({ length: count }, () => marked()))],
      })
    expect(problemOf(body(2))).toBeNull()
    expect(problemOf(body(3))).toBe('A maximum of 4 blocks with cache_control may be provided. Found 5.')
    expect(problemOf({ ...body(2), cache_control: { type: 'ephemeral' } })).toContain('Found 5')
  })
  test('a long-lived marker after a short-lived one is refused', () => {
    expect(problemOf(bodyWith({ messages: [user(marked('1h'), marked())] }))).toBeNull()
    expect(problemOf(bodyWith({ messages: [user(marked(), marked('1h'))] }))).toContain("ttl='1h'")
  })
})

describe('parameters', () => {
  const thinking = { type: 'adaptive' as const }
  const cases: [string, Partial<MessagesBody>, RegExp][] = [
    ['two tools of one name', { tools: [...tools, ...tools] }, /^tools\.1\.name: Tool names must be unique/],
    ['a forced tool that is not there', { tools, tool_choice: { type: 'tool', name: 'write' } }, /'write' not found/],
    ['thinking with a forced call', { tools, thinking, tool_choice: { type: 'any' } }, /forces tool use/],
    ['a budget as large as the output', { thinking: { type: 'enabled', budget_tokens: 1024 } }, /greater than/],
    ['streaming a prewarm', { max_tokens: 0, stream: true }, /^max_tokens: 0 is not supported with `stream: true`/],
    [
      'a prewarm with a thinking budget',
      { max_tokens: 0, thinking: { type: 'enabled', budget_tokens: 2000 } },
      /not supported/,
    ],
  ]
  test.each(cases)('%s is refused', (_name, fields, words) => {
    expect(problemOf(bodyWith(fields))).toMatch(words)
  })
  test('calls in the history without tools are refused', () => {
    const body = bodyWith({ messages: [user(say('a')), assistant(use('x')), user(result('x'))] })
    expect(problemOf(body)).toMatch(/^tools: .*must define tools/)
  })
  test('what a model does not offer is refused for that model only', () => {
    const budget = bodyWith({ max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2000 } })
    const haiku = modelFacts('claude-haiku-4-5') ?? defaultModelFacts
    const opus = modelFacts('claude-opus-5-5') ?? defaultModelFacts
    expect(validateForModel(budget, haiku)).toBeNull()
    expect(validateForModel(budget, opus)?.message).toContain('thinking.type.adaptive')
    expect(validateForModel(bodyWith({ thinking }), haiku)?.message).toContain('adaptive thinking')
    expect(validateForModel(bodyWith({ output_config: { effort: 'low' } }), haiku)?.message).toContain('effort')
    expect(validateForModel(bodyWith({ max_tokens: 1e9 }), opus)?.path).toBe('max_tokens')
  })
})
