// Two hands on one thing at the same moment: one of them wins, the other hears why, and nothing is done twice.
import { expect, test } from 'vitest'
import type { HostFrame } from '../../shared/contract/frames'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import type { Script } from '../../simulator/script/script'
import { atRest, converse, forkOff, itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository } from '../../testing/repository-talk'
import { TestClient } from '../../testing/test-host'
import { expectWireHolds } from '../../testing/wire-checks'

const SLEEP = call('bash', { command: 'sleep 300' })

/** Forks of this script sleep; everybody else answers. */
const sleepingForks: Script = firstOf(
  scriptByDirective([{ match: /./, script: scriptByTurn([reply(SLEEP), reply(text('Result: done.'))]) }]),
  () => reply(text('Yes.')),
)

const outcome = (answer: HostFrame) => ('ok' in answer ? answer.ok || answer.failure.code : 'event')

test('two clients answer one question at once: the first answer holds, the second is told so, the call runs once', async () => {
  const { client, host, threadId, sessionId } = await converse(
    scriptByTurn([reply(call('bash', { command: 'echo ran >> ran.txt' })), reply(text('Done.'))]),
    { session: { permissionMode: 'default' } },
  )
  const second = new TestClient(host)
  await client.call('turn.send', { threadId, text: 'Go' })
  await client.state(threadId, 'waiting-approval')
  const { open } = await second.call('approval.list', { sessionId })
  const input = { approvalId: open[0]?.id ?? '', decision: 'allow' as const }
  const answers = await Promise.all([
    client.raw({ command: 'approval.answer', input }),
    second.raw({ command: 'approval.answer', input: { ...input, decision: 'deny' } }),
    client.raw({ command: 'approval.answer', input: { ...input, scope: 'project' } }),
  ])
  expect(answers.map(outcome)).toEqual([true, 'approval.decided', 'approval.decided'])
  await atRest(client, threadId)
  const [tool] = (await itemsOf(client, threadId)).filter((item) => item.kind === 'tool')
  expect(tool).toMatchObject({ state: 'done' })
  const { decided } = await client.call('approval.list', { sessionId })
  expect(decided).toMatchObject([{ state: 'allowed', decidedBy: 'person', scope: 'once' }])
})

test.each(['main', 'fork'] as const)('a %s that is resumed twice at once runs once', async (kind) => {
  const talk = await converse(sleepingForks)
  const { client, simulator, sessionId } = talk
  await say(client, talk.threadId, 'Hi')
  const hold = simulator.hold()
  const id = kind === 'fork' ? ((await forkOff(client, talk.threadId, ['sleep']))[0] ?? '') : talk.threadId
  if (kind === 'main') await client.call('turn.send', { threadId: id, text: 'More' })
  await hold.arrived
  await client.call('turn.interrupt', { threadId: id })
  hold.release()
  const resume = () => client.raw({ command: 'thread.resume', input: { threadId: id } })
  const answers = await Promise.all([resume(), resume(), resume()])
  expect(answers.map(outcome)).toEqual([true, 'thread.running', 'thread.running'])
  await client.call('thread.stop', { threadId: id })
  await atRest(client, id)
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
  await expectWireHolds(client, simulator, sessionId)
})

test('a message and a resume at once: the turn is taken up once and the message is not lost', async () => {
  const talk = await converse(() => reply(text('Yes.')))
  const { client, simulator, threadId } = talk
  const hold = simulator.hold()
  await client.call('turn.send', { threadId, text: 'First' })
  await hold.arrived
  await client.call('turn.interrupt', { threadId })
  hold.release()
  await Promise.all([
    client.raw({ command: 'thread.resume', input: { threadId } }),
    client.call('turn.send', { threadId, text: 'Second' }),
    client.raw({ command: 'thread.resume', input: { threadId } }),
  ])
  await client.until(() => simulator.requests.at(-1)?.bodyText.includes('Second'), 'the second message')
  await atRest(client, threadId)
  const users = (await itemsOf(client, threadId)).filter((item) => item.kind === 'user')
  expect(users.map((item) => item.text)).toEqual(['First', 'Second'])
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
  await expectWireHolds(client, simulator, talk.sessionId)
})

test('interrupting, stopping and interrupting again what is at rest or just stopped changes nothing more', async () => {
  const { client, threadId, simulator, sessionId } = await converse(scriptByTurn([reply(SLEEP), reply(text('Well.'))]))
  await client.call('turn.interrupt', { threadId })
  expect(client.thread(threadId)?.state).toBe('idle')
  await client.call('turn.send', { threadId, text: 'Sleep' })
  await client.until(() => client.thread(threadId)?.activity !== null, 'the command')
  await Promise.all([
    client.call('turn.interrupt', { threadId }),
    client.call('turn.interrupt', { threadId }),
    client.call('thread.stop', { threadId }),
    client.call('session.stopAll', { sessionId }),
  ])
  expect(client.thread(threadId)).toMatchObject({ state: 'interrupted', stateReason: 'Interrupted by you.' })
  await say(client, threadId, 'Go on')
  expect((await itemsOf(client, threadId)).filter((item) => item.kind === 'tool')).toMatchObject([
    { state: 'interrupted' },
  ])
  await expectWireHolds(client, simulator, sessionId)
})

test('a fork that is stopped while its worktree is being made stops, and can be resumed in it', async () => {
  const talk = await talkInRepository(() => reply(text('Result: done.')))
  const { client, threadId, simulator } = talk
  await say(client, threadId, 'Hi')
  const { id } = await forkInWorktree(talk, 'work')
  await client.call('thread.stop', { threadId: id })
  expect(await client.state(id, 'stopped')).toMatchObject({ resumable: true, stateReason: 'Stopped by you.' })
  await client.call('thread.resume', { threadId: id })
  await client.state(id, 'done')
  const { worktree } = await client.call('worktree.read', { threadId: id })
  expect(worktree.state).toBe('ready')
  expect(
    simulator.requests.filter(ofFork()).every((request) => request.status === null || request.status === 200),
  ).toBe(true)
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('a worktree is not discarded under a running thread, nor run in while it is discarded', async () => {
  const talk = await talkInRepository(sleepingForks)
  const { client, threadId } = talk
  await say(client, threadId, 'Hi')
  const { id } = await forkInWorktree(talk, 'sleep')
  await client.until(() => client.thread(id)?.activity, 'the command')
  expect(await client.fails('worktree.discard', { threadId: id, confirm: true })).toMatchObject({
    code: 'worktree.busy',
  })
  await client.call('thread.stop', { threadId: id })
  const answers = await Promise.all([
    client.raw({ command: 'worktree.discard', input: { threadId: id, confirm: true } }),
    client.raw({ command: 'thread.resume', input: { threadId: id } }),
    client.raw({ command: 'turn.send', input: { threadId: id, text: 'And?' } }),
    client.raw({ command: 'worktree.discard', input: { threadId: id, confirm: true } }),
  ])
  expect(answers.map(outcome)).toEqual([true, 'worktree.busy', 'worktree.busy', true])
  expect(client.thread(id)?.state).toBe('discarded')
  expect(await client.fails('thread.resume', { threadId: id })).toMatchObject({ code: 'worktree.missing' })
  expect(await client.fails('turn.send', { threadId: id, text: 'And?' })).toMatchObject({ code: 'worktree.missing' })
})

test('what was sent while the app closes is there at the next start, or was refused; never acknowledged and lost', async () => {
  const talk = await converse(() => reply(text('Yes.')))
  const { client, threadId, simulator } = talk
  await say(client, threadId, 'Hi')
  const hold = simulator.hold()
  await client.call('turn.send', { threadId, text: 'Running' })
  await hold.arrived
  const sent = client.raw({ command: 'turn.send', input: { threadId, text: 'While closing' } })
  const forked = client.raw({ command: 'fork.start', input: { threadId, directives: ['x'], isolation: 'none' } })
  const reopening = talk.reopen()
  const late = client.raw({ command: 'turn.send', input: { threadId, text: 'Late' } })
  const reopened = await reopening
  hold.release()
  const answers = { sent: outcome(await sent), forked: outcome(await forked), late: outcome(await late) }
  const { threads } = await reopened.call('session.read', { sessionId: talk.sessionId })
  const states = threads.map((thread) => thread.state)
  expect(states.every((state) => state === 'interrupted' || state === 'idle')).toBe(true)
  const users = (await itemsOf(reopened, threadId)).flatMap((item) => (item.kind === 'user' ? [item.text] : []))
  expect(users.includes('While closing')).toBe(answers.sent === true)
  expect(users.includes('Late')).toBe(answers.late === true)
  expect(threads.length > 1).toBe(answers.forked === true)
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})
