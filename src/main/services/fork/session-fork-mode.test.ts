// Forks off and on for one session, over the real wire: the choice holds at once, descriptions follow in new snapshots, the variable wins.
import { expect, test } from 'vitest'
import { call, reply, text } from '../../../simulator/script/builders'
import type { Script } from '../../../simulator/script/script'
import { atRest, type Conversation, converse, forkOff, itemsOf, say } from '../../../testing/conversation'

const spawning: Script = ({ lastUser, directive, request }) => {
  if (directive || !request.bodyText.includes('"Agent"')) return reply(text('Report.'))
  if (lastUser.said === 'Spawn')
    return reply(call('Agent', { description: 'Look', prompt: 'Look around', isolation: 'none' }))
  return reply(text('Done.'))
}

const fieldsOf = ({ simulator }: Conversation, n: number) => {
  const tool = simulator.requests[n]?.body?.tools?.find(({ name }) => name === 'Agent')
  return Object.keys((tool as { input_schema: { properties: object } } | undefined)?.input_schema.properties ?? {})
}

const kinds = async ({ client, sessionId }: Conversation) =>
  (await client.call('session.read', { sessionId })).threads.slice(1).map(({ kind }) => kind)

test('off in one session, a call without a type is a fresh agent that is waited for, and a person starts no fork; others may', async () => {
  const talk = await converse(spawning)
  const { client, sessionId, threadId } = talk
  await say(client, threadId, 'Go')
  expect(await client.call('session.configure', { sessionId, forkMode: false })).toEqual({ forkMode: false })
  await client.until(() =>
    client.stored().some((event) => event.type === 'session.changed' && event.session.forkMode === false),
  )
  await say(client, threadId, 'Spawn')
  expect(await kinds(talk)).toEqual(['agent'])
  expect((await itemsOf(client, threadId)).find(({ kind }) => kind === 'tool')).toMatchObject({ output: 'Report.' })
  expect(await client.fails('fork.start', { threadId, directives: ['x'] })).toMatchObject({ code: 'fork.off' })
  // What the model was told stays as it was sent; a new session is told as it is there.
  expect(fieldsOf(talk, 1)).toEqual(fieldsOf(talk, 0))
  const { projectId } = (await client.call('session.read', { sessionId })).session
  const other = await client.call('session.create', { projectId, permissionMode: 'bypassPermissions', forkMode: false })
  await client.call('session.subscribe', { sessionId: other.sessionId })
  await say(client, other.threadId, 'Go')
  expect(fieldsOf(talk, talk.simulator.requests.length - 1)).toContain('run_in_background')
  await client.call('session.configure', { sessionId, forkMode: null })
  await say(client, threadId, 'Spawn')
  expect(await kinds(talk)).toEqual(['agent', 'fork'])
  await atRest(client, threadId)
})

test('forks that run finish and report when forks are switched off, and the choice outlives a restart', async () => {
  const talk = await converse(spawning)
  const { client, sessionId, threadId, simulator } = talk
  await say(client, threadId, 'Go')
  const hold = simulator.hold(({ bodyText }) => bodyText.includes('<fork-boilerplate>'))
  const [fork = ''] = await forkOff(client, threadId, ['Look'], { reportBack: true })
  await simulator.arrival(({ bodyText }) => bodyText.includes('<fork-boilerplate>'))
  await client.call('session.configure', { sessionId, forkMode: false })
  hold.release()
  await client.state(fork, 'done')
  await client.until(() => client.stored().some((event) => event.type === 'notification.delivered'))
  await atRest(client, threadId)
  const again = await talk.reopen()
  expect((await again.call('session.read', { sessionId })).session.forkMode).toBe(false)
  expect(await again.fails('fork.start', { threadId, directives: ['x'] })).toMatchObject({ code: 'fork.off' })
})

test.each([
  ['0', true, false],
  ['1', false, true],
])('the variable %j beats the choice %j', async (variable, chosen, inForce) => {
  const { client, sessionId } = await converse(spawning, { env: { TINE_FORK_SUBAGENT: variable } })
  expect(await client.call('session.configure', { sessionId, forkMode: chosen })).toEqual({ forkMode: inForce })
  expect(await client.call('app.info', {})).toMatchObject({ forkMode: inForce, forkModeFixed: true })
})
