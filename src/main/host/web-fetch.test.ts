// Pages of the web over the whole wire: asked for by domain, allowed by rule, refused where the network is private.
import { afterEach, expect, test } from 'vitest'
import type { ToolItem } from '../../shared/domain/turn'
import { call, reply, scriptByTurn } from '../../simulator/script/builders'
import type { Script } from '../../simulator/script/script'
import { converse, itemsOf } from '../../testing/conversation'
import { type PageServer, startPageServer } from '../../testing/page-server'
import { expectWireHolds } from '../../testing/wire-checks'

const servers: PageServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function pages(): Promise<PageServer> {
  const server = await startPageServer((request, response) => {
    response.setHeader('content-type', 'text/html').end(`<title>Page</title><p>This is <b>${request.url}</b>.`)
  })
  servers.push(server)
  return server
}

const asking = { session: { permissionMode: 'default' as const } }

async function scene(script: Script, privateHosts = ['127.0.0.1']) {
  const talk = await converse(script, asking)
  await talk.client.call('settings.write', { patch: { 'web.privateHosts': privateHosts } })
  const asked = (count: number) =>
    talk.client.until(
      () => talk.client.stored().filter((event) => event.type === 'approval.opened').length === count,
      'the question',
    )
  const fetches = async () =>
    (await itemsOf(talk.client, talk.threadId)).filter((item): item is ToolItem => item.kind === 'tool')
  return { ...talk, asked, fetches, go: () => talk.client.call('turn.send', { threadId: talk.threadId, text: 'Go' }) }
}

test('a page is asked for by its domain; allowed for the session, others of it are not asked', async () => {
  const server = await pages()
  const fetch = (path: string) => call('WebFetch', { url: `${server.origin}${path}`, prompt: 'what it says' })
  const talk = await scene(scriptByTurn([reply(fetch('/a')), reply(fetch('/b')), reply('Read.')]))
  await talk.go()
  await talk.asked(1)
  const [open] = (await talk.client.call('approval.list', {})).open
  expect(open).toMatchObject({
    tool: 'WebFetch',
    reason: { text: 'It fetches a page from 127.0.0.1, which no rule allows.' },
    offers: { session: 'WebFetch(domain:127.0.0.1)', project: 'WebFetch(domain:127.0.0.1)' },
  })
  expect(server.asked).toHaveLength(0)
  await talk.client.call('approval.answer', { approvalId: open?.id ?? '', decision: 'allow', scope: 'session' })
  await talk.client.state(talk.threadId, 'idle')
  const [first, second] = await talk.fetches()
  expect(first?.output).toBe(`${server.origin}/a (200, text/html, 40 bytes)\nTitle: Page\n\nThis is **/a**.`)
  expect(second).toMatchObject({ state: 'done', isError: false })
  expect((await talk.client.call('approval.list', {})).open).toEqual([])
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('what is no address, and what lies in a private network, is refused with a reason the model can act on', async () => {
  const server = await pages()
  const fetch = (url: string) => reply(call('WebFetch', { url }))
  const talk = await scene(scriptByTurn([fetch('http://0x7f.1/'), fetch(server.origin), reply('No.')]), [])
  await talk.go()
  await talk.asked(1)
  const [open] = (await talk.client.call('approval.list', {})).open
  await talk.client.call('approval.answer', { approvalId: open?.id ?? '', decision: 'allow' })
  await talk.client.state(talk.threadId, 'idle')
  const [odd, closed] = await talk.fetches()
  expect(odd).toMatchObject({ state: 'failed', output: expect.stringContaining('another spelling of 127.0.0.1') })
  expect(closed).toMatchObject({ state: 'failed', output: expect.stringContaining('Private hosts') })
  expect(server.asked).toHaveLength(0)
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('an agent that only reads may fetch, and asks the person for it', async () => {
  const server = await pages()
  const explore = call('Agent', { description: 'Look', prompt: 'Read the page', subagent_type: 'explore' })
  const talk = await scene(({ body, ownAssistantCount }) => {
    const isAgent = !body.tools?.some(({ name }) => name === 'Agent')
    if (isAgent)
      return ownAssistantCount === 0 ? reply(call('WebFetch', { url: `${server.origin}/x` })) : reply('It says /x.')
    return ownAssistantCount === 0 ? reply(explore) : reply('Done.')
  })
  await talk.go()
  await talk.asked(1)
  const [open] = (await talk.client.call('approval.list', {})).open
  expect(open).toMatchObject({ tool: 'WebFetch' })
  expect(open?.threadId).not.toBe(talk.threadId)
  await talk.client.call('approval.answer', { approvalId: open?.id ?? '', decision: 'allow' })
  await talk.client.state(open?.threadId ?? '', 'done')
  expect(server.asked).toHaveLength(1)
})
