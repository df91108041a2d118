// A session goes to another machine as a bundle: the same rows there, and forks with the same bytes.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text, thinking } from '../../simulator/script/builders'
import { rowsOfBundle } from '../../testing/bundle-text'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost, type TestClient } from '../../testing/test-host'
import { Transcript } from '../../testing/transcript'

function folderWithFile(): string {
  const folder = join(temporaryFolder(), 'project')
  mkdirSync(folder)
  writeFileSync(join(folder, 'big.txt'), 'line of text\n'.repeat(200))
  return folder
}

const SCRIPT = firstOf(
  scriptByDirective([{ match: /Look at|Try/, script: () => reply(text('Scope: it. Result: done.')) }]),
  scriptByTurn([
    reply(thinking('I read it first.'), text('Reading.'), call('read', { file_path: 'big.txt' })),
    reply(text('It is long.')),
    reply(thinking('One fork.'), call('Agent', { description: 'Look', prompt: 'Look at it' })),
    reply(text('It runs.')),
    reply(text('Noted.')),
  ]),
)

/** A session with thinking, a replaced result, and a fork that came home. */
async function lived() {
  const started = await startTestHost()
  const { client, simulator } = started
  simulator.script(SCRIPT)
  await client.call('settings.write', { patch: { 'replace.resultChars': 1_000, 'replace.previewChars': 100 } })
  const ids = await openSession(client, folderWithFile())
  await client.call('turn.send', { threadId: ids.threadId, text: 'Read big.txt' })
  await client.state(ids.threadId, 'idle')
  await client.call('turn.send', { threadId: ids.threadId, text: 'Fork' })
  await client.until(() => client.stored().some(({ type }) => type === 'notification.delivered'), 'a report')
  await client.state(ids.threadId, 'idle')
  return { ...started, ...ids }
}

async function moved(client: TestClient, path: string) {
  const { projectId } = await client.call('project.open', { path: folderWithFile() })
  const imported = await client.call('session.import', { path, projectId })
  await client.call('session.subscribe', { sessionId: imported.sessionId })
  return imported
}

test('exported, imported and exported again it is the same but for its ids', async () => {
  const from = await lived()
  const path = join(temporaryFolder(), 'a.tine')
  const { bytes } = await from.client.call('session.export', { sessionId: from.sessionId, path })
  expect(bytes).toBeGreaterThan(500)
  const to = await startTestHost()
  const { sessionId, threads, turns } = await moved(to.client, path)
  expect([threads, turns]).toEqual([2, 4])
  const again = join(temporaryFolder(), 'b.tine')
  await to.client.call('session.export', { sessionId, path: again })
  expect(rowsOfBundle(again)).toEqual(rowsOfBundle(path))
})

test('its whole outputs travel, and money, rules, approvals and worktrees do not', async () => {
  const from = await lived()
  const path = join(temporaryFolder(), 'a.tine')
  await from.client.call('session.export', { sessionId: from.sessionId, path })
  const to = await startTestHost()
  const { sessionId } = await moved(to.client, path)
  const { session, openApprovals } = await to.client.call('session.read', { sessionId })
  expect(session).toMatchObject({ money: { nanoUsd: null }, permissionMode: 'default', state: 'idle' })
  expect(openApprovals).toEqual([])
  const { turns } = await to.client.call('thread.read', { threadId: session.mainThreadId })
  const read = turns[0]?.items.find((item) => item.kind === 'tool')
  const toolUseId = read?.kind === 'tool' ? read.toolUseId : ''
  const { text: output } = await to.client.call('tool.output', { threadId: session.mainThreadId, toolUseId })
  expect(output).toContain('line of text')
  expect(output.length).toBeGreaterThan(2_000)
})

test('a fork from any turn of it sends what the original would send, byte for byte', async () => {
  const from = await lived()
  const path = join(temporaryFolder(), 'a.tine')
  await from.client.call('session.export', { sessionId: from.sessionId, path })
  const to = await startTestHost()
  to.simulator.script(SCRIPT)
  const { sessionId } = await moved(to.client, path)
  for (const [n, where] of [1, 2].entries()) {
    const sent = await Promise.all(
      [
        { ...from, sessionId: from.sessionId },
        { ...to, sessionId },
      ].map(async ({ client, simulator, sessionId: id }) => {
        const { turns, session } = await client.call('session.read', { sessionId: id })
        const turn = turns.filter(({ threadId }) => threadId === session.mainThreadId)[n]
        const before = simulator.requests.length
        const { threadIds } = await client.call('fork.start', {
          threadId: session.mainThreadId,
          turnId: turn?.id ?? '',
          directives: [`Try ${where}`],
          isolation: 'none',
        })
        await client.state(threadIds[0] ?? '', 'done')
        const body = simulator.requests[before]?.bodyText ?? ''
        return body.slice(0, body.indexOf('Directive for the fork')).replaceAll(/,"cache_control":\{[^}]*\}/g, '')
      }),
    )
    expect(sent[1]).toContain('I read it first.')
    expect(sent[1]).toBe(sent[0])
  }
})

test('what runs is exported as it stands at one moment, and rests elsewhere', async () => {
  const from = await startTestHost()
  from.simulator.script(scriptByTurn([reply(text('A.'), call('bash', { command: 'touch x' }))]))
  const { sessionId, threadId } = await openSession(from.client, folderWithFile())
  await from.client.call('turn.send', { threadId, text: 'Touch it' })
  await from.client.state(threadId, 'waiting-approval')
  const path = join(temporaryFolder(), 'a.tine')
  await from.client.call('session.export', { sessionId, path })
  const to = await startTestHost()
  to.simulator.script(() => reply(text('Result: fine.')))
  const imported = await moved(to.client, path)
  const { session, threads } = await to.client.call('session.read', { sessionId: imported.sessionId })
  expect(threads[0]).toMatchObject({ state: 'interrupted', stateReason: 'Exported while it ran.', resumable: false })
  await to.client.call('turn.send', { threadId: session.mainThreadId, text: 'Go on' })
  await to.client.state(session.mainThreadId, 'idle')
  expect(to.simulator.requests[0]?.bodyText).toContain('exported while this call was open')
})

test('an imported transcript goes on as a bundle before and after its first turn here', async () => {
  const from = await startTestHost()
  from.simulator.script(() => reply(text('Yes.')))
  const script = new Transcript()
  script.user('First')
  script.says('One.', 'msg_1')
  const { sessionId } = await moved(from.client, script.write(join(temporaryFolder(), 's.jsonl')))
  const { session } = await from.client.call('session.read', { sessionId })
  for (const name of ['before.tine', 'after.tine']) {
    const path = join(temporaryFolder(), name)
    await from.client.call('session.export', { sessionId, path })
    const to = await startTestHost()
    to.simulator.script(() => reply(text('Yes.')))
    const imported = await moved(to.client, path)
    const again = join(temporaryFolder(), 'again.tine')
    await to.client.call('session.export', { sessionId: imported.sessionId, path: again })
    expect(rowsOfBundle(again)).toEqual(rowsOfBundle(path))
    const { session: there } = await to.client.call('session.read', { sessionId: imported.sessionId })
    await to.client.call('turn.send', { threadId: there.mainThreadId, text: 'And?' })
    await to.client.until(() => to.simulator.requests.length === 1, 'a request')
    await to.client.state(there.mainThreadId, 'idle')
    await from.client.call('turn.send', { threadId: session.mainThreadId, text: 'And?' })
    const said = () =>
      from.client.stored().filter((event) => event.type === 'turn.changed' && event.turn.state === 'done')
    await from.client.until(() => said().length > 0, 'an answer')
  }
}, 60_000)

test('a file that is there is left alone unless told otherwise, and nothing is left of what failed', async () => {
  const { client, sessionId } = await lived()
  const folder = temporaryFolder()
  const path = join(folder, 'a.tine')
  writeFileSync(path, 'mine')
  expect(await client.fails('session.export', { sessionId, path })).toMatchObject({ code: 'conflict', exists: true })
  expect(readdirSync(folder)).toEqual(['a.tine'])
  await client.call('session.export', { sessionId, path, overwrite: true })
  expect(rowsOfBundle(path).length).toBeGreaterThan(10)
  mkdirSync(join(folder, 'taken'))
  expect(
    await client.fails('session.export', { sessionId, path: join(folder, 'taken'), overwrite: true }),
  ).toMatchObject({ code: 'conflict' })
  expect(await client.fails('session.export', { sessionId, path: join(folder, 'no', 'a.tine') })).toMatchObject({
    code: 'invalid_input',
  })
  expect(await client.fails('session.export', { sessionId, path: 'a.tine' })).toMatchObject({ code: 'invalid_input' })
  expect(existsSync('a.tine')).toBe(false)
  expect(readdirSync(folder).sort()).toEqual(['a.tine', 'taken'])
})
