// The provider's own web tools: asked for by a setting, frozen with the session, and what they did stays valid in every history.
import { expect, test } from 'vitest'
import { queue, reply, replyWith, serverFound, serverSearch } from '../../simulator/script/builders'
import type { Reply } from '../../simulator/script/reply'
import type { Script } from '../../simulator/script/script'
import { atRest, converse, forkOff, itemsOf, say } from '../../testing/conversation'
import { expectWireHolds } from '../../testing/wire-checks'

/** Each answer once, also where two requests continue one message. */
function inOrder(...replies: Reply[]): Script {
  const answers = queue()
  answers.push(...replies)
  return answers.script
}

const ID = 'srvtoolu_01abc'
const found = serverFound(ID, ['Flags', 'https://docs.example.com/flags'])

async function scene(script: Script, patch: Record<string, unknown> = {}) {
  const talk = await converse(script, { asDemo: true })
  await talk.client.call('settings.write', {
    patch: { 'web.serverTools': 'search', 'web.serverDomains': ['docs.example.com'], ...patch },
  })
  const toolsSent = () => talk.simulator.requests.map(({ body }) => (body?.tools ?? []).map(({ name }) => name).at(-1))
  return { ...talk, toolsSent }
}

test('what the provider searched is shown, and goes back to it as it came, in the session and its forks', async () => {
  const talk = await scene(({ directive, ownAssistantCount }) => {
    if (directive !== null) return reply('Result: known.')
    return ownAssistantCount === 0
      ? reply('Looking.', serverSearch(ID, 'flags'), found, 'There are flags.')
      : reply('Yes.')
  })
  await say(talk.client, talk.threadId, 'Which flags are there?')
  await say(talk.client, talk.threadId, 'Sure?')
  const items = await itemsOf(talk.client, talk.threadId)
  expect(items.filter(({ kind }) => kind === 'tool')).toMatchObject([
    { name: 'web_search', input: { query: 'flags' }, state: 'done', output: 'Flags · https://docs.example.com/flags' },
  ])
  const [fork = ''] = await forkOff(talk.client, talk.threadId, ['Write them down'])
  await talk.client.state(fork, 'done')
  expect(talk.toolsSent()).toEqual(['web_search', 'web_search', 'web_search'])
  expect(talk.simulator.requests[1]?.bodyText).toContain('"allowed_domains":["docs.example.com"]')
  expect(talk.simulator.requests[1]?.bodyText).toContain(`"input":{"query":"flags"}`)
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('a setting changed later changes nothing of a session that has begun; without domains there is nothing', async () => {
  const talk = await scene(() => reply('Yes.'), { 'web.serverDomains': [] })
  await say(talk.client, talk.threadId, 'Hello')
  await talk.client.call('settings.write', { patch: { 'web.serverDomains': ['docs.example.com'] } })
  await say(talk.client, talk.threadId, 'Again')
  expect(talk.toolsSent()).not.toContain('web_search')
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('a turn that pauses in the middle of a search goes on where it paused', async () => {
  const pausing = replyWith({ stopReason: 'pause_turn' }, 'Looking.', serverSearch(ID, 'flags'))
  const talk = await scene(inOrder(pausing, reply(found, 'There are flags.'), reply('Yes.')))
  await say(talk.client, talk.threadId, 'Which flags are there?')
  await say(talk.client, talk.threadId, 'Sure?')
  expect((await itemsOf(talk.client, talk.threadId)).map((item) => ('text' in item ? item.text : ''))).toContain('Yes.')
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('a search nobody answered, cut off by the output limit, is not sent back', async () => {
  const cut = replyWith({ stopReason: 'max_tokens' }, 'Looking.', serverSearch(ID, 'flags'))
  const talk = await scene(inOrder(cut, reply('Yes.')))
  await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Which flags are there?' })
  await atRest(talk.client, talk.threadId)
  await say(talk.client, talk.threadId, 'Go on')
  expect(talk.simulator.requests.at(-1)?.bodyText).not.toContain('server_tool_use')
  expect(talk.simulator.requests.map(({ status }) => status)).toEqual([200, 200])
})

test('a paused turn that is not gone on with is closed before anything follows', async () => {
  const pausing = replyWith({ stopReason: 'pause_turn' }, 'Looking.', serverSearch(ID, 'flags'))
  const talk = await scene(inOrder(pausing, reply('Never heard.'), reply('Yes.')))
  const hold = talk.simulator.hold(({ body }) => body?.messages.at(-1)?.role === 'assistant')
  await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Which flags are there?' })
  await hold.arrived
  await talk.client.call('turn.interrupt', { threadId: talk.threadId })
  hold.release()
  await atRest(talk.client, talk.threadId)
  await say(talk.client, talk.threadId, 'Never mind')
  expect(talk.simulator.requests.at(-1)?.bodyText).toContain('"error_code":"unavailable"')
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})
