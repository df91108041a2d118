import { expect, test } from 'vitest'
import { validateRequest as serverValidates } from '../../simulator/validation/validate-request'
import { closingServerResult, openServerCalls, serverTools } from './server-tools'
import { validateRequest } from './validate'

const domains = ['docs.example.com']
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const text = (words: string) => ({ type: 'text', text: words })

function bodyOf(...answer: object[]) {
  return {
    model: 'claude-opus-5-5',
    max_tokens: 10,
    tools: serverTools('both', domains),
    messages: [
      { role: 'user', content: [text('go')] },
      { role: 'assistant', content: answer },
      { role: 'user', content: [text('on')] },
    ],
  }
}

const judged = (body: object) => [validateRequest(JSON.stringify(body)) === null, serverValidates(body) === null]

test('the provider’s tools are held to their domains, and there are none without', () => {
  expect(serverTools('both', domains).map(({ name }) => name)).toEqual(['web_search', 'web_fetch'])
  expect(serverTools('fetch', domains)).toEqual([
    { type: 'web_fetch_20250910', name: 'web_fetch', allowed_domains: domains, max_uses: 8 },
  ])
  expect(serverTools('none', domains)).toEqual([])
  expect(serverTools('both', [])).toEqual([])
})

test('its calls are answered in the same message; our validator and the strictest server agree on that', () => {
  expect(judged(bodyOf(text('a'), search, found, text('b')))).toEqual([true, true])
  expect(judged(bodyOf(text('a'), search))).toEqual([false, false])
  const closing = JSON.parse(closingServerResult('web_search', 'srvtoolu_1').json)
  expect(judged(bodyOf(text('a'), search, closing))).toEqual([true, true])
})

test('a paused message may end on an open call', () => {
  const body = bodyOf(text('a'), search)
  const paused = { ...body, messages: body.messages.slice(0, 2) }
  expect(validateRequest(JSON.stringify(paused), true)).toBeNull()
  expect(serverValidates(paused, { mayContinue: true })).toBeNull()
  expect(
    openServerCalls([search, { ...search, id: 'srvtoolu_2' }, { type: found.type, toolUseId: 'srvtoolu_1' }]),
  ).toEqual(['srvtoolu_2'])
})
