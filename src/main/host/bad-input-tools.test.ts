// What a model may ask for: input that does not fit, tools that are not there, ids that clash; each call gets an answer.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ToolItem } from '../../shared/domain/turn'
import { call, reply, scriptByTurn, text } from '../../simulator/script/builders'
import type { CallReply } from '../../simulator/script/reply'
import { atRest, type Conversation, converse, itemsOf, say } from '../../testing/conversation'
import { expectWireHolds } from '../../testing/wire-checks'

const toolsOf = async ({ client, threadId }: Conversation) =>
  (await itemsOf(client, threadId)).filter((item): item is ToolItem => item.kind === 'tool')

/** What becomes of these calls of one answer. */
async function called(...calls: CallReply[]): Promise<{ talk: Conversation; tools: ToolItem[] }> {
  const talk = await converse(scriptByTurn([reply(...calls), reply(text('I see.'))]), { files: { 'a.txt': 'one\n' } })
  expect(await say(talk.client, talk.threadId, 'Go')).toMatchObject({ state: 'idle' })
  expect(talk.simulator.requests.map((request) => request.status)).toEqual([200, 200])
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
  return { talk, tools: await toolsOf(talk) }
}

test.each<[string, CallReply, RegExp]>([
  ['nothing', call('bash', {}), /command|job_id/],
  ['a field of another type', call('bash', { command: 7 }), /command: expected string, got number 7/],
  ['a field too many', call('read', { file_path: 'a.txt', force: true }), /no field "force"/],
  ['a field of another tool', call('write', { command: 'ls' }), /file_path is missing/],
  ['a list for a text', call('edit', { file_path: ['a.txt'], old_string: 'one', new_string: 'two' }), /file_path/],
  ['an expression that is none', call('grep', { pattern: '(' }), /\(/],
  ['a time of minus one', call('bash', { command: 'ls', timeout_ms: -1 }), /timeout_ms/],
  ['a message to nobody', call('SendMessage', { to: '', message: 'x' }), /to/],
  ['NUL in a path', call('read', { file_path: 'a\0.txt' }), /a/],
  ['NUL in a command', call('bash', { command: 'echo \0' }), /NUL/],
  ['half characters', call('read', { file_path: '\ud800.txt' }), /./],
])('a call with %s is answered with what does not fit, and nothing is done', async (_name, one, words) => {
  const { tools } = await called(one)
  expect(tools).toMatchObject([{ state: 'failed', isError: true, output: expect.stringMatching(words) }])
})

test('a tool that is not there, in whatever spelling, is answered with those that are', async () => {
  const names = ['Bash', 'delete_everything', 'constructor', '__proto__', 'x'.repeat(500), 'a b\n"c"']
  const { tools } = await called(...names.map((name) => call(name, {})))
  expect(tools).toHaveLength(names.length)
  for (const tool of tools)
    expect(tool).toMatchObject({ state: 'failed', output: expect.stringContaining('The tools are: read') })
})

test('calls with the same id, an odd one or none are told apart, and each is answered once', async () => {
  const id = (name: string) => call('glob', { pattern: '*' }, { id: name })
  const { tools } = await called(id('toolu_1'), id('toolu_1'), id('"; drop'), id(''), id('../../x'))
  expect(tools.map((tool) => tool.state)).toEqual(tools.map(() => 'done'))
  expect(new Set(tools.map((tool) => tool.toolUseId)).size).toBe(5)
})

test('a hundred calls in one answer are all answered, in their order', async () => {
  const calls = Array.from({ length: 100 }, (_, n) => call('read', { file_path: 'a.txt' }, { id: `toolu_${n}` }))
  const { talk, tools } = await called(...calls)
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  expect(tools.map((tool) => [tool.toolUseId, tool.state])).toEqual(calls.map(({ id }) => [id, 'done']))
})

test('input nested a hundred thousand deep is answered like one that does not fit, and the conversation goes on', async () => {
  const deep = `{"command":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const event = (data: object) => `event: x\ndata: ${JSON.stringify(data)}\n\n`
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} }
  const answers = [
    [
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'toolu_1', name: 'bash', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: deep } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
    ],
    [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'I see.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    ],
  ]
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(
        [{ type: 'message_start', message }, ...(answers.shift() ?? []), { type: 'message_stop' }].map(event).join(''),
      )
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const ANTHROPIC_BASE_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const talk = await converse(() => null, { env: { ANTHROPIC_BASE_URL } })
  await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' })
  await talk.client.state(talk.threadId, 'idle', 'failed')
  expect(await atRest(talk.client, talk.threadId)).toMatchObject({ state: 'idle' })
  expect(await toolsOf(talk)).toMatchObject([{ state: 'failed', isError: true }])
})

test('writing where nothing can be written, and reading what is no file, is told as it is', async () => {
  const { talk, tools } = await called(
    call('write', { file_path: 'a.txt/below.txt', content: 'x' }),
    call('write', { file_path: '.', content: 'x' }),
    call('read', { file_path: '.' }),
    call('read', { file_path: 'missing.txt' }),
    call('edit', { file_path: 'missing.txt', old_string: 'a', new_string: 'b' }),
    call('write', { file_path: 'x'.repeat(300), content: 'x' }),
    call('glob', { pattern: '*', path: 'missing' }),
  )
  expect(tools.map((tool) => tool.isError)).toEqual(tools.map(() => true))
  expect(existsSync(join(talk.folder, 'missing.txt'))).toBe(false)
})
