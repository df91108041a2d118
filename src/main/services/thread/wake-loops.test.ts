// Agents that wake each other, over the real wire: after so many times without a word of the person it ends.
import { expect, test } from 'vitest'
import { MOST_RESUMES, MOST_WAKES } from '../../../core/agents/wake-limit'
import { call, firstOf, reply, text } from '../../../simulator/script/builders'
import type { Script } from '../../../simulator/script/script'
import { atRest, converse, itemsOf, say } from '../../../testing/conversation'
import type { TestClient } from '../../../testing/test-host'
import { expectWireHolds, messagesOf } from '../../../testing/wire-checks'

const LIMIT = 120_000
const begin = call('Agent', { description: 'Count', prompt: 'Count', subagent_type: 'explore' })
const asAgent: Script = ({ request }) =>
  messagesOf(request.bodyText)[0]?.content[0]?.text?.startsWith('Count') ? reply(text('Counted.')) : null

const agentOf = (client: TestClient) =>
  client
    .stored()
    .flatMap((event) => (event.type === 'thread.created' && event.thread.kind === 'agent' ? event.threadId : []))[0]

const refusals = (client: TestClient) =>
  client
    .stored()
    .filter(
      (event) => event.type === 'item.changed' && JSON.stringify(event.item).includes('without a word of the person'),
    )

test(
  'a message that takes up an ended agent is refused after some, with the reason, until the person writes again',
  async () => {
    let to = ''
    const again = () => reply(call('SendMessage', { to, message: 'Count once more.' }))
    const asMain: Script = ({ lastUser, assistantCount }) => {
      if (assistantCount === 0) return reply(begin)
      return lastUser.notifications.length > 0 || lastUser.said === 'Again' ? again() : reply(text('I wait.'))
    }
    const talk = await converse(firstOf(asAgent, asMain))
    const { client, threadId, simulator } = talk
    const started = simulator.hold(
      ({ bodyText }) => messagesOf(bodyText)[0]?.content[0]?.text?.startsWith('Count') ?? false,
    )
    await client.call('turn.send', { threadId, text: 'Go' })
    to = await client.until(() => agentOf(client))
    await client.call('session.subscribe', { sessionId: talk.sessionId })
    started.release()
    await client.until(() => refusals(client).length > 0, 'a refusal')
    await atRest(client, threadId)
    const turnsOf = async () => (await client.call('thread.read', { threadId: to, limit: 200 })).turns
    expect(await turnsOf()).toHaveLength(1 + MOST_RESUMES)
    expect((await itemsOf(client, threadId)).findLast((item) => item.kind === 'tool')).toMatchObject({
      name: 'SendMessage',
      isError: true,
      output: expect.stringContaining(`taken up again ${MOST_RESUMES} times`),
    })
    await say(client, threadId, 'Again')
    await client.until(() => refusals(client).length > 1, 'another refusal')
    await atRest(client, threadId)
    expect(await turnsOf()).toHaveLength(1 + 2 * MOST_RESUMES)
    await expectWireHolds(client, simulator, talk.sessionId)
  },
  LIMIT,
)

test(
  'a thread that starts an agent for every result is woken so often and no more, and says so once',
  async () => {
    const asMain: Script = ({ lastUser }) =>
      lastUser.notifications.length > 0 || lastUser.said === 'Go' ? reply(begin) : reply(text('I wait.'))
    const { client, threadId } = await converse(firstOf(asAgent, asMain), {
      session: { permissionMode: 'default' },
    })
    await client.call('turn.send', { threadId, text: 'Go' })
    const warnings = () =>
      client
        .stored()
        .filter(
          (event) => event.type === 'item.added' && event.item.kind === 'notice' && event.item.level === 'warning',
        )
    await client.until(() => warnings().length > 0, 'the warning')
    await atRest(client, threadId)
    expect(warnings()).toHaveLength(1)
    const { turns } = await client.call('thread.read', { threadId, limit: 200 })
    expect(turns).toHaveLength(1 + MOST_WAKES)
  },
  LIMIT,
)
