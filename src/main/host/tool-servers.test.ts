// Tools of servers (MCP) over the real wire: real processes, real HTTP, frozen into the snapshot, shared by all threads.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { temporaryFolder } from '../../testing/temporary-store'
import { startHttpToolServer } from '../../testing/tool-server/http-server'
import { linesOf, resultsIn, servedIn, sessionWithServers } from '../../testing/tool-server/session-with-servers'
import { stdioEntry } from '../../testing/tool-server/stdio-entry'
import { comparable, expectWireHolds } from '../../testing/wire-checks'

test('the model calls tools of a process and of an HTTP server; they stand sorted behind our own', async () => {
  const http = await startHttpToolServer({ only: ['echo', 'structured'], token: 'secret' })
  const { client, simulator, threadId, sessionId } = await sessionWithServers(
    {
      'my server!': stdioEntry({ only: ['structured', 'echo', 'fail', 'refuse', 'picture'] }),
      web: { type: 'http', url: http.url, headers: { Authorization: `Bearer \${WEB_TOKEN:-none}` } },
    },
    { env: { WEB_TOKEN: 'secret' } },
  )
  simulator.script(
    scriptByTurn([
      reply(
        call('mcp__my_server__echo', { words: 'a' }),
        call('mcp__web__echo', { words: 'b' }),
        call('mcp__my_server__fail'),
        call('mcp__my_server__refuse'),
        call('mcp__web__structured'),
        call('mcp__my_server__picture'),
        call('mcp__my_server__nothing'),
      ),
      reply(text('Done.')),
    ]),
  )
  await client.call('turn.send', { threadId, text: 'Call them' })
  await client.until(() => simulator.requests.length === 2, 'the results')
  await client.state(threadId, 'idle')

  expect(servedIn(simulator.requests[0])).toEqual([
    'mcp__my_server__echo',
    'mcp__my_server__fail',
    'mcp__my_server__picture',
    'mcp__my_server__refuse',
    'mcp__my_server__structured',
    'mcp__web__echo',
    'mcp__web__structured',
  ])
  const { tools } = JSON.parse(simulator.requests[0]?.bodyText ?? '') as { tools: { name: string }[] }
  expect(tools.findIndex(({ name }) => name.startsWith('mcp__'))).toBe(tools.length - 7)
  const results = resultsIn(simulator.requests[1])
  expect(results.slice(0, 5)).toEqual([
    { text: 'echo: a', isError: false },
    { text: 'echo: b', isError: false },
    { text: 'no such table', isError: true },
    { text: expect.stringContaining('the server refuses'), isError: true },
    { text: '{"rows":3}', isError: false },
  ])
  expect(results[5]?.text).toBe(
    [
      'a dot',
      '(image)',
      '[an image was left out: it is no picture a model takes: PNG, JPEG, GIF and WebP are.]',
      '[link to a resource: notes file:///notes.txt]',
      '[resource file:///a.txt]\nwhat a says',
      '[audio (audio/wav) was left out; it cannot be heard here]',
    ].join('\n'),
  )
  expect(results[6]).toMatchObject({ text: expect.stringContaining('You do not have the tool'), isError: true })
  expect(simulator.requests[1]?.bodyText).toContain('"media_type":"image/png"')
  expect(http.requests.every(({ authorization }) => authorization === 'Bearer secret')).toBe(true)
  await expectWireHolds(client, simulator, sessionId)
})

test('all threads of a session share one process, however many forks there are', async () => {
  const starts = join(temporaryFolder(), 'starts')
  const { client, simulator, threadId, sessionId } = await sessionWithServers({
    one: stdioEntry({ only: ['pid'], starts }),
  })
  const agent = (n: number) => call('Agent', { description: `Task ${n}`, prompt: `Do task ${n}.`, isolation: 'none' })
  const ask = [reply(call('mcp__one__pid')), reply(text('Scope: it. Result: done.'))]
  simulator.script(
    firstOf(
      scriptByDirective([{ match: /Do task/, script: scriptByTurn(ask) }]),
      scriptByTurn([
        reply(call('mcp__one__pid')),
        reply(text('I fork.'), agent(1), agent(2), agent(3)),
        reply(text('They run.')),
        reply(text('Noted.')),
      ]),
    ),
  )
  await client.call('turn.send', { threadId, text: 'Three ways' })
  await client.until(
    () => client.stored().filter((event) => event.type === 'notification.delivered').length === 3,
    'three reports',
  )
  await client.state(threadId, 'idle')
  const forks = simulator.requests.filter(ofFork())
  const pids = [...forks, ...simulator.requests].flatMap((request) => resultsIn(request).map((result) => result.text))
  const seen = new Set(pids.filter((line) => /^\d+$/.test(line)))
  expect(forks).toHaveLength(6)
  expect(linesOf(starts)).toHaveLength(1)
  expect([...seen]).toEqual(linesOf(starts))
  await expectWireHolds(client, simulator, sessionId)
})

test('a server that dies gives error results and is connected again; the forks’ prefix keeps its bytes', async () => {
  const starts = join(temporaryFolder(), 'starts')
  const { client, simulator, threadId, sessionId, projectId } = await sessionWithServers({
    one: stdioEntry({ only: ['crash', 'echo'], starts }),
  })
  simulator.script(
    firstOf(
      scriptByDirective([
        {
          match: /go on/,
          script: scriptByTurn([
            reply(call('mcp__one__crash')),
            reply(call('mcp__one__echo', { words: 'again' })),
            reply(text('Result: done.')),
          ]),
        },
      ]),
      scriptByTurn([reply(call('mcp__one__echo', { words: 'first' })), reply(text('Ready.'))]),
    ),
  )
  await client.call('turn.send', { threadId, text: 'Begin' })
  await client.state(threadId, 'idle')
  const { threadIds } = await client.call('fork.start', { threadId, directives: ['go on'], isolation: 'none' })
  await client.state(threadIds[0] ?? '', 'done')

  const forks = simulator.requests.filter(ofFork())
  expect(resultsIn(forks[1])).toEqual([
    { text: expect.stringContaining('its process ended with exit code 7'), isError: true },
  ])
  expect(resultsIn(forks[1])[0]?.text).toContain('may have taken effect')
  expect(resultsIn(forks[2])).toEqual([{ text: 'echo: again', isError: false }])
  expect(linesOf(starts)).toHaveLength(2)
  const heads = simulator.requests.map((request) => comparable(request.bodyText).head)
  expect(new Set(heads).size).toBe(1)
  await expectWireHolds(client, simulator, sessionId)
  const { servers } = await client.call('mcp.list', { projectId, threadId })
  expect(servers).toMatchObject([{ name: 'one', state: 'connected', carried: 2, differs: false }])
})

test('nothing of a project that is not trusted is started; its tools come with the person’s choice', async () => {
  const starts = join(temporaryFolder(), 'starts')
  const { client, simulator, threadId, projectId, sessionId } = await sessionWithServers(
    { one: stdioEntry({ only: ['echo'], starts }) },
    { restricted: true },
  )
  simulator.script(
    scriptByTurn([reply('One.'), reply('Two.'), reply(call('mcp__one__echo', { words: 'now' })), reply('Three.')]),
  )
  await client.call('turn.send', { threadId, text: 'Hello' })
  await client.state(threadId, 'idle')
  expect(servedIn(simulator.requests[0])).toEqual([])
  expect((await client.call('mcp.list', { projectId, threadId })).servers).toMatchObject([
    { name: 'one', state: 'inert', carried: 0 },
  ])
  expect(await client.fails('mcp.reconnect', { sessionId, server: 'one' })).toMatchObject({ code: 'conflict' })
  expect(linesOf(starts)).toEqual([])

  const { hash } = await client.call('project.trust', { projectId })
  await client.call('project.trust', { projectId, hash })
  await client.call('turn.send', { threadId, text: 'Still the same' })
  await client.until(() => simulator.requests.length === 2, 'the second request')
  await client.state(threadId, 'idle')
  expect(servedIn(simulator.requests[1])).toEqual([])

  expect(await client.call('thread.configure', { threadId, mcpServers: ['one'] })).toEqual({ cacheStartsAgain: true })
  await client.call('turn.send', { threadId, text: 'With it' })
  await client.until(() => simulator.requests.length === 4, 'the call')
  await client.state(threadId, 'idle')
  expect(servedIn(simulator.requests[2])).toEqual(['mcp__one__echo'])
  expect(resultsIn(simulator.requests[3])).toEqual([{ text: 'echo: now', isError: false }])
  expect(await client.call('thread.configure', { threadId, mcpServers: ['one'] })).toEqual({ cacheStartsAgain: false })
  expect(await client.fails('thread.configure', { threadId, mcpServers: ['two'] })).toMatchObject({
    code: 'invalid_input',
  })
})
