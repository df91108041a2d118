import { describe, expect, test } from 'vitest'
import { validateRequest } from './validate'

type Content = Record<string, unknown>[]
const say = (text: string): Record<string, unknown> => ({ type: 'text', text })
const use = (id: string) => ({ type: 'tool_use', id, name: 't', input: {} })
const result = (id: string, content: unknown = 'ok') => ({ type: 'tool_result', tool_use_id: id, content })
const marked = (block: Record<string, unknown>, ttl?: string) => ({
  ...block,
  cache_control: { type: 'ephemeral', ...(ttl ? { ttl } : {}) },
})
const thinking = { type: 'thinking', thinking: '', signature: 's' }

/** Roles alternate from the user on. */
function check(contents: Content[], more: Record<string, unknown> = {}, afterPause = false) {
  const messages = contents.map((content, n) => ({ role: n % 2 === 0 ? 'user' : 'assistant', content }))
  return validateRequest(JSON.stringify({ model: 'm', tools: [{ name: 't' }], messages, ...more }), afterPause)
}

describe('a request is let through', () => {
  test('when roles alternate, calls are answered in the next message, and texts say something', () => {
    expect(check([[say('hi')]])).toBeNull()
    expect(
      check([[say('hi')], [thinking, say('x'), use('a'), use('b')], [result('b'), result('a'), say('and')]]),
    ).toBeNull()
    expect(check([[say('hi')], [use('a')], [result('a', [])]])).toBeNull()
  })

  test('with four markers, also on results and in system', () => {
    const system = [marked(say('s'), '1h')]
    const last = [result('a', [marked(say('x'))]), marked(say('y')), marked(say('z'))]
    expect(check([[say('hi')], [use('a')], last], { system })).toBeNull()
  })

  test('beginning with a summary of the provider, alone in a message of the model', () => {
    const summary = { type: 'compaction', content: 'All of it.', signature: 's' }
    const begun = (...contents: Content[]) =>
      validateRequest(
        JSON.stringify({
          model: 'm',
          messages: contents.map((content, n) => ({ role: n % 2 === 0 ? 'assistant' : 'user', content })),
        }),
      )
    expect(begun([marked(summary)], [say('go')], [say('x')], [say('y')])).toBeNull()
    expect(begun([summary, say('x')], [say('go')])?.path).toBe('messages.0.content.0')
    expect(begun([summary], [say('go')], [summary], [say('y')])?.path).toBe('messages.2.content.0')
    expect(begun([summary])?.message).toBe('ends on a message of the model')
    expect(check([[summary], [say('x')], [say('y')]])?.path).toBe('messages.0')
    expect(begun([say('x')], [say('go')])?.message).toBe('role assistant, expected user')
  })

  test('ending on the model only after its turn was paused', () => {
    const paused: Content[] = [[say('hi')], [say('I search')]]
    expect(check(paused)).toMatchObject({ path: 'messages.1', message: 'ends on a message of the model' })
    expect(check(paused, {}, true)).toBeNull()
    expect(check([[say('hi')], [use('a')]], {}, true)?.message).toBe('a tool call is not answered')
  })
})

describe('a request is refused, with the place,', () => {
  const five = [1, 2, 3, 4, 5].map((n) => marked(say(`${n}`)))
  test.each<[string, string, Content[], Record<string, unknown>?]>([
    ['without a message', 'messages', []],
    ['with an empty message', 'messages.0', [[]]],
    ['with empty text', 'messages.0.content.0', [[say('')]]],
    ['with text of white space only', 'messages.0.content.1', [[say('a'), say(' \n\t')]]],
    [
      'with text of white space in a result',
      'messages.2.content.0.content.0',
      [[say('a')], [use('a')], [result('a', [say(' ')])]],
    ],
    ['with an empty system block', 'system.0', [[say('a')]], { system: [say('')] }],
    ['with five markers', 'messages.0.content.4', [five]],
    ['with a marker on thinking', 'messages.1.content.0', [[say('a')], [marked(thinking), say('b')], [say('c')]]],
    [
      'with a long-lived marker after a short-lived one',
      'messages.0.content.1',
      [[marked(say('a')), marked(say('b'), '1h')]],
    ],
    ['with a call that is not answered', 'messages.2', [[say('a')], [use('a'), use('b')], [result('a')]]],
    ['with a call answered by words', 'messages.2', [[say('a')], [use('a')], [say('no')]]],
    ['with a call answered too late', 'messages.2', [[say('a')], [use('a')], [say('b')], [say('c')], [result('a')]]],
    ['with two results for one call', 'messages.2', [[say('a')], [use('a')], [result('a'), result('a')]]],
    ['with a result for nothing', 'messages.0', [[result('a')]]],
    ['with a result after text', 'messages.2', [[say('a')], [use('a')], [say('b'), result('a')]]],
    ['with an id twice', 'messages.3', [[say('a')], [use('a')], [result('a')], [use('a')], [result('a')]]],
    ['with a result in a message of the model', 'messages.1.content.0', [[say('a')], [result('a')], [say('b')]]],
    ['with a call in a message of the user', 'messages.0.content.0', [[use('a')]]],
    ['with thinking in a message of the user', 'messages.0.content.0', [[thinking, say('a')]]],
    ['with calls but no tools', 'tools', [[say('a')], [use('a')], [result('a')]], { tools: [] }],
    ['with a tool twice', 'tools.1', [[say('a')]], { tools: [{ name: 't' }, { name: 't' }] }],
    ['with half a character', 'body', [[say('a\ud83c')]]],
    ['with half a character in a key', 'body', [[say('a')], [{ ...use('a'), input: { '\udf32': 1 } }], [result('a')]]],
  ])('%s', (_, path, contents, more) => {
    expect(check(contents, more)).toMatchObject({ path })
  })

  test('when two messages of one role stand side by side', () => {
    const messages = [say('a'), say('b')].map((block) => ({ role: 'user', content: [block] }))
    expect(validateRequest(JSON.stringify({ messages }))).toMatchObject({ path: 'messages.1' })
    const first = [{ role: 'assistant', content: [say('a')] }]
    expect(validateRequest(JSON.stringify({ messages: first }))).toMatchObject({ path: 'messages.0' })
  })

  test('but not for text that only speaks of half a character', () => {
    expect(check([[say('the escape \\ud83c, and 🌲')]])).toBeNull()
    expect(check([[say('\\\\ud83c')]])).toBeNull()
    expect(check([[say('\\\ud83c')]])).toMatchObject({ path: 'body' })
  })
})
