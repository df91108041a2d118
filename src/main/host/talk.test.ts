import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, reply, scriptByTurn, text, thinking } from '../../simulator/script/builders'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'

function folderWith(files: Record<string, string>): string {
  const folder = join(temporaryFolder(), 'project')
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

test('a message is answered, streamed and stored', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(() => reply(thinking('Let me see.'), text('Hello ', 'there.')))
  const { threadId, sessionId } = await openSession(client, folderWith({}))
  const { turnId, queued } = await client.call('turn.send', { threadId, text: 'Hi' })
  expect(queued).toBe(false)
  await client.state(threadId, 'idle')
  const { turns } = await client.call('thread.read', { threadId })
  expect(turns).toHaveLength(1)
  expect(turns[0]).toMatchObject({ id: turnId, state: 'done', forkable: true })
  expect(turns[0]?.items.map((item) => [item.kind, 'text' in item ? item.text : ''])).toEqual([
    ['user', 'Hi'],
    ['thinking', 'Let me see.'],
    ['text', 'Hello there.'],
  ])
  expect(client.events.some((event) => event.type === 'item.delta' && event.channel === 'text')).toBe(true)
  const { session } = await client.call('session.read', { sessionId })
  expect(session.title).toBe('Hi')
  const { requests } = await client.call('request.list', { threadId })
  expect(requests).toHaveLength(1)
  const read = await client.call('request.read', { requestId: requests[0]?.id ?? '' })
  expect(read.body).toBe(simulator.requests[0]?.bodyText)
})

test('the model reads a file and the next request repeats the first one byte for byte', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(
    scriptByTurn([
      reply(text('I look.'), call('read', { file_path: 'a.txt' }), call('glob', { pattern: '*' })),
      reply(text('It says hello.')),
    ]),
  )
  const { threadId } = await openSession(client, folderWith({ 'a.txt': 'hello\n' }))
  await client.call('turn.send', { threadId, text: 'What does a.txt say?' })
  await client.state(threadId, 'idle')
  const { turns } = await client.call('thread.read', { threadId })
  const tools = turns[0]?.items.filter((item) => item.kind === 'tool') ?? []
  expect(tools.map((tool) => [tool.name, tool.state, tool.output])).toEqual([
    ['read', 'done', '1\thello'],
    ['glob', 'done', 'a.txt'],
  ])
  const { requests } = await client.call('request.list', { threadId })
  expect(requests[1]?.prefix.sharedWithPrevious).toBe(requests[0]?.prefix.blocks)
  expect(requests[1]?.firstDifference).toBeNull()
  expect(requests[1]?.usage.cacheRead).toBeGreaterThan(0)
})
