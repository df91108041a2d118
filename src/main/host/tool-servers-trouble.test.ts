// What goes wrong with tool servers, and what a person decides about them, over the real wire.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, reply, scriptByTurn } from '../../simulator/script/builders'
import { temporaryFolder } from '../../testing/temporary-store'
import { startHttpToolServer } from '../../testing/tool-server/http-server'
import { linesOf, resultsIn, servedIn, sessionWithServers, trust } from '../../testing/tool-server/session-with-servers'
import { stdioEntry } from '../../testing/tool-server/stdio-entry'
import { expectWireHolds } from '../../testing/wire-checks'

test('a server that is slow to start is not waited for: the turn says so, and its tools come when the person takes them', async () => {
  const waitFor = join(temporaryFolder(), 'go')
  const { client, simulator, threadId, sessionId, projectId } = await sessionWithServers(
    { slow: stdioEntry({ only: ['echo'], waitFor }), quick: stdioEntry({ only: ['pid'] }) },
    { env: { MCP_TIMEOUT: '3000' } },
  )
  simulator.script(scriptByTurn([reply('Without.'), reply('With.')]))
  await client.call('turn.send', { threadId, text: 'Hello' })
  await client.until(() => simulator.requests.length === 1, 'the first request')
  await client.state(threadId, 'idle')
  expect(servedIn(simulator.requests[0])).toEqual(['mcp__quick__pid'])
  const { turns } = await client.call('thread.read', { threadId })
  const notices = turns[0]?.items.filter((item) => item.kind === 'notice')
  expect(notices).toMatchObject([
    { level: 'warning', text: expect.stringContaining('“slow”: it did not answer the greeting within 3 seconds') },
  ])

  writeFileSync(waitFor, '')
  await client.call('mcp.reconnect', { sessionId, server: 'slow' })
  const slow = async () =>
    (await client.call('mcp.list', { projectId, threadId })).servers.find((s) => s.name === 'slow')
  await expect.poll(async () => (await slow())?.state, { timeout: 10_000 }).toBe('connected')
  expect(await slow()).toMatchObject({ carried: 0, differs: true, tools: [{ name: 'echo' }] })
  expect(client.stored().some(({ type }) => type === 'mcp.changed')).toBe(true)
  expect(await client.call('thread.configure', { threadId, mcpServers: null })).toEqual({ cacheStartsAgain: true })
  await client.call('turn.send', { threadId, text: 'Again' })
  await client.until(() => simulator.requests.length === 2, 'the second request')
  expect(servedIn(simulator.requests[1])).toEqual(['mcp__quick__pid', 'mcp__slow__echo'])
})

test('other tools than before are announced, and taken only by the person’s choice', async () => {
  const { client, simulator, threadId, projectId } = await sessionWithServers({ one: stdioEntry({ only: ['learn'] }) })
  simulator.script(
    scriptByTurn([
      reply(call('mcp__one__learn')),
      reply('Learnt.'),
      reply('The same.'),
      reply(call('mcp__one__learnt')),
      reply('Ran.'),
    ]),
  )
  await client.call('turn.send', { threadId, text: 'Learn' })
  await client.state(threadId, 'idle')
  const view = async () => (await client.call('mcp.list', { projectId, threadId })).servers[0]
  await expect.poll(async () => (await view())?.differs).toBe(true)
  await client.call('turn.send', { threadId, text: 'More' })
  await client.until(() => simulator.requests.length === 3, 'the third request')
  await client.state(threadId, 'idle')
  expect(new Set(simulator.requests.map((request) => servedIn(request).join()))).toEqual(new Set(['mcp__one__learn']))

  await client.call('thread.configure', { threadId, mcpServers: null })
  expect((await client.call('mcp.list', { projectId, threadId })).due).toBe(true)
  await client.call('turn.send', { threadId, text: 'Use it' })
  await client.until(() => simulator.requests.length === 5, 'the call')
  await client.state(threadId, 'idle')
  expect(servedIn(simulator.requests[3])).toEqual(['mcp__one__learn', 'mcp__one__learnt'])
  expect(resultsIn(simulator.requests[4])).toEqual([{ text: 'learnt ran', isError: false }])
  expect(await client.call('mcp.list', { projectId, threadId })).toMatchObject({
    due: false,
    servers: [{ differs: false }],
  })
})

test('a call asks, naming server and tool; a rule for the server answers, and what a server says of itself grants nothing', async () => {
  const { client, simulator, threadId, sessionId } = await sessionWithServers(
    { one: stdioEntry({ only: ['echo'] }) },
    { session: { permissionMode: 'default' } },
  )
  simulator.script(
    scriptByTurn([
      reply(call('mcp__one__echo', { words: 'a' })),
      reply(call('mcp__one__echo', { words: 'b' })),
      reply('Done.'),
    ]),
  )
  await client.call('turn.send', { threadId, text: 'Echo' })
  await client.state(threadId, 'waiting-approval')
  const { open } = await client.call('approval.list', { sessionId })
  expect(open).toMatchObject([
    {
      tool: 'mcp__one__echo',
      reason: { text: 'No rule allows the tool “echo” of the server “one”.' },
      offers: { session: 'mcp__one__echo' },
    },
  ])
  await client.call('approval.answer', { approvalId: open[0]?.id ?? '', decision: 'allow', scope: 'session' })
  await client.state(threadId, 'idle')
  expect(resultsIn(simulator.requests[2])).toEqual([{ text: 'echo: b', isError: false }])
})

test('what is changed in the project’s files takes its servers away until it is trusted again', async () => {
  const starts = join(temporaryFolder(), 'starts')
  const { client, simulator, threadId, folder, projectId } = await sessionWithServers({
    one: stdioEntry({ only: ['echo'], starts }),
  })
  const echo = (words: string) => reply(call('mcp__one__echo', { words }))
  simulator.script(scriptByTurn([echo('a'), reply('One.'), echo('b'), reply('Two.'), echo('c'), reply('Three.')]))
  const say = async (text: string, requests: number) => {
    await client.call('turn.send', { threadId, text })
    await client.until(() => simulator.requests.length === requests, `${requests} requests`)
    await client.state(threadId, 'idle')
  }
  await say('First', 2)
  const entry = stdioEntry({ only: ['echo'], starts }, { NEW: '1' })
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { one: entry } }))
  await say('Second', 4)
  expect(resultsIn(simulator.requests[3])).toEqual([
    { text: expect.stringContaining('The project is not trusted'), isError: true },
  ])
  expect(linesOf(starts)).toHaveLength(1)
  await trust(client, projectId)
  await say('Third', 6)
  expect(resultsIn(simulator.requests[5])).toEqual([{ text: 'echo: c', isError: false }])
  expect(linesOf(starts)).toHaveLength(2)
})

test('a result that is too large is replaced by a preview, like every other', async () => {
  const { client, simulator, threadId, sessionId } = await sessionWithServers({ one: stdioEntry({ only: ['big'] }) })
  simulator.script(scriptByTurn([reply(call('mcp__one__big', { chars: 300_000 })), reply('Seen.')]))
  await client.call('turn.send', { threadId, text: 'Much' })
  await client.until(() => simulator.requests.length === 2, 'the result')
  await client.state(threadId, 'idle')
  const [result] = resultsIn(simulator.requests[1])
  expect(result?.text.length).toBeLessThan(5_000)
  expect(result?.text).toMatch(/outputs\/thr_.*\.txt/)
  await expectWireHolds(client, simulator, sessionId)
})

test('a call that is stopped ends at once, and its server goes on', async () => {
  const { client, simulator, threadId } = await sessionWithServers({ one: stdioEntry({ only: ['hang', 'echo'] }) })
  simulator.script(
    scriptByTurn([
      reply(call('mcp__one__hang', {}, { id: 'toolu_hang' })),
      reply(call('mcp__one__echo', { words: 'on' })),
      reply('Done.'),
    ]),
  )
  await client.call('turn.send', { threadId, text: 'Hang' })
  await client.until(
    () =>
      client
        .stored()
        .some((event) => event.type === 'item.changed' && event.item.kind === 'tool' && event.item.state === 'running'),
    'the call running',
  )
  await client.call('tool.stop', { threadId, toolUseId: 'toolu_hang' })
  await client.until(() => simulator.requests.length === 3, 'the next call')
  expect(resultsIn(simulator.requests[1])[0]?.isError).toBe(true)
  expect(resultsIn(simulator.requests[2])).toEqual([{ text: 'echo: on', isError: false }])
})

test('an HTTP server that was started again is found again', async () => {
  const http = await startHttpToolServer({ only: ['echo'] })
  const { client, simulator, threadId, projectId } = await sessionWithServers({ web: { type: 'http', url: http.url } })
  const echo = (words: string) => reply(call('mcp__web__echo', { words }))
  simulator.script(scriptByTurn([echo('a'), reply('One.'), echo('b'), reply('Two.')]))
  await client.call('turn.send', { threadId, text: 'First' })
  await client.until(() => simulator.requests.length === 2, 'the first result')
  await client.state(threadId, 'idle')
  await http.close()
  const again = await startHttpToolServer({ only: ['echo'], port: http.port })
  const connected = async () => {
    const { servers } = await client.call('mcp.list', { projectId, threadId })
    return (
      servers[0]?.state === 'connected' && again.requests.some((headers) => headers['mcp-session-id'] !== undefined)
    )
  }
  await expect.poll(connected, { timeout: 10_000 }).toBe(true)
  await client.call('turn.send', { threadId, text: 'Second' })
  await client.until(() => simulator.requests.length === 4, 'the second result')
  await client.state(threadId, 'idle')
  expect(resultsIn(simulator.requests[3])).toEqual([{ text: 'echo: b', isError: false }])
  expect(new Set(simulator.requests.map((request) => servedIn(request).join()))).toEqual(new Set(['mcp__web__echo']))
})

test('after a restart the same bytes are sent, and a call starts its server again', async () => {
  const starts = join(temporaryFolder(), 'starts')
  const { client, simulator, threadId, sessionId, restart } = await sessionWithServers({
    one: stdioEntry({ only: ['echo'], starts }),
  })
  simulator.script(scriptByTurn([reply('One.'), reply(call('mcp__one__echo', { words: 'again' })), reply('Two.')]))
  await client.call('turn.send', { threadId, text: 'First' })
  await client.state(threadId, 'idle')
  const { client: next } = await restart()
  await next.call('session.subscribe', { sessionId })
  expect(linesOf(starts)).toHaveLength(1)
  await next.call('turn.send', { threadId, text: 'Second' })
  await next.until(() => simulator.requests.length === 3, 'the result')
  expect(resultsIn(simulator.requests[2])).toEqual([{ text: 'echo: again', isError: false }])
  expect(linesOf(starts)).toHaveLength(2)
  await next.until(() => next.thread(threadId)?.state === 'idle', 'the end')
  await expectWireHolds(next, simulator, sessionId)
})
