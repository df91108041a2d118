// What a fork's shell may do to its cage: every way out is noticed, told, and never becomes a way into the main checkout.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ToolItem } from '../../shared/domain/turn'
import { call, firstOf, reply, type Step, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, type RepositoryTalk, talkInRepository } from '../../testing/repository-talk'
import type { TestClient } from '../../testing/test-host'
import { expectWireHolds } from '../../testing/wire-checks'

const bash = (command: string) => call('bash', { command })

/** A host in a repository whose forks do these steps. */
async function withFork(...steps: Step[]): Promise<RepositoryTalk> {
  const talk = await talkInRepository(
    firstOf(scriptByDirective([{ match: /./, script: scriptByTurn(steps) }]), () => reply(text('Yes.'))),
  )
  await say(talk.client, talk.threadId, 'Hi')
  return talk
}

const callsOf = async (client: TestClient, threadId: string) =>
  (await itemsOf(client, threadId)).filter((item): item is ToolItem => item.kind === 'tool')

const noticesOf = async (client: TestClient, threadId: string) =>
  (await itemsOf(client, threadId)).flatMap((item) => (item.kind === 'notice' ? [item.text] : []))

test.each([
  ['writes a file by its full path', (main: string) => `echo broken > ${main}/a.txt`, 'Files changed: a.txt'],
  ['commits there', (main: string) => `git -C ${main} commit -q --allow-empty -m sneaked`, 'HEAD moved'],
  [
    'stages there without naming it',
    () => 'cd "$(git rev-parse --git-common-dir)/.." && git rm -q --cached a.txt',
    'Staged content',
  ],
  ['moves a shared branch', () => 'git branch -f other HEAD', 'Branches, tags or other refs changed: refs/heads/other'],
  ['stashes', () => 'echo x >> a.txt && git stash -q', 'The stash changed'],
  [
    'installs a hook',
    () => 'echo exit > "$(git rev-parse --git-common-dir)/hooks/pre-commit"',
    'Configuration or hooks',
  ],
  ['changes the configuration', () => 'git config alias.st "!echo pwned"', 'Configuration or hooks'],
])('a command that %s stops its fork, is attributed, and is told to the person', async (_name, command, told) => {
  const target = { main: '' }
  const talk = await withFork(() => reply(bash(command(target.main))), reply(text('I should not have.')))
  target.main = talk.folder
  const { id } = await forkInWorktree(talk, 'attack', 'stopped')
  const thread = talk.client.thread(id)
  expect(thread).toMatchObject({ resumable: true, stateReason: expect.stringContaining(told) })
  expect(await noticesOf(talk.client, id)).toEqual([expect.stringContaining(told)])
  expect(await callsOf(talk.client, id)).toMatchObject([
    { state: 'interrupted', output: expect.stringContaining('outside of its own worktree') },
  ])
  expect(talk.simulator.requests.filter(ofFork())).toHaveLength(1)
  // What it did stays for the person to judge; only the person takes the fork up again.
  await talk.client.call('thread.resume', { threadId: id })
  await talk.client.state(id, 'done')
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('a fork that broke out gives its place in line back, and its parent hears of it', async () => {
  const agent = call('Agent', { description: 'Sneak', prompt: 'Sneak out.' })
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([{ match: 'Sneak', script: scriptByTurn([reply(bash('git branch sneaked'))]) }]),
      scriptByDirective([{ match: 'Wait', script: () => reply(text('Result: my turn.')) }]),
      scriptByTurn([
        reply(agent),
        reply(text('It runs.')),
        reply(text('Noted.')),
        () => reply(call('SendMessage', { to: sneak, message: 'Go on.' })),
        reply(text('It stays stopped.')),
      ]),
    ),
  )
  let sneak = ''
  const { client, threadId, sessionId } = talk
  await client.call('settings.write', { patch: { 'fork.concurrency': 1 } })
  await client.call('turn.send', { threadId, text: 'Fork' })
  const created = await client.until(() =>
    client.stored().find((event) => event.type === 'thread.created' && event.threadId !== threadId),
  )
  if (created.type === 'thread.created') sneak = created.threadId
  await client.state(sneak, 'stopped')
  const { id: next } = await forkInWorktree(talk, 'Wait for it')
  await client.state(next, 'done')
  const news = await client.until(
    () =>
      client
        .stored()
        .flatMap((event) => (event.type === 'item.added' && event.item.kind === 'notification' ? [event.item] : []))[0],
  )
  expect(news).toMatchObject({ fromThreadId: sneak, status: 'stopped' })
  expect(news.text).toMatch(/ended by the app.*refs\/heads\/sneaked/s)
  await client.state(threadId, 'idle')
  await say(client, threadId, 'Wake it')
  expect(await callsOf(client, threadId)).toMatchObject([
    { name: 'Agent' },
    { name: 'SendMessage', isError: true, output: expect.stringContaining('only the person resumes it') },
  ])
  await expectWireHolds(client, talk.simulator, sessionId)
})

test.each([
  ['deletes its own folder', 'rm -rf "$PWD"', 'its folder is gone'],
  ['removes its .git', 'rm .git', 'its .git file is gone'],
  ['aims its .git elsewhere', 'echo "gitdir: $(git rev-parse --git-common-dir)" > .git', 'another repository'],
  [
    'becomes a link to the main checkout',
    'main=$(git rev-parse --git-common-dir)/..; cd ..; rm -rf project; ln -s "$main" project',
    'link',
  ],
  ['loses its owner file', 'rm ../owner.json', 'owner file is gone'],
])('after a command that %s nothing more runs, least of all in the main checkout', async (_name, command, told) => {
  const after = [
    bash('echo escaped > escaped.txt'),
    call('write', { file_path: 'written.txt', content: 'x' }),
    call('glob', { pattern: '*' }),
  ]
  const talk = await withFork(reply(bash(command)), reply(...after), reply(text('Where am I?')))
  const { id } = await forkInWorktree(talk, 'saw', 'worktree-missing')
  expect(talk.client.thread(id)).toMatchObject({ stateReason: expect.stringContaining(told), resumable: true })
  const [first, ...rest] = await callsOf(talk.client, id)
  expect(first).toMatchObject({ state: 'done' })
  expect(rest.map((tool) => [tool.state, tool.output.includes('worktree')])).toEqual(
    after.map(() => ['interrupted', true]),
  )
  expect(talk.repository.git('status', '--porcelain')).toBe('')
  expect(existsSync(join(talk.folder, 'escaped.txt'))).toBe(false)
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('resuming recreates a worktree that is gone, at its place and commit, and goes on in it', async () => {
  const talk = await withFork(
    reply(bash('echo kept > b.txt && git add b.txt && git commit -q -m kept && rm -rf "$PWD"')),
    reply(bash('ls')),
    reply(bash('cat b.txt')),
    reply(text('Result: back.')),
  )
  const { id, worktree } = await forkInWorktree(talk, 'saw', 'worktree-missing')
  await talk.client.call('thread.resume', { threadId: id })
  await talk.client.state(id, 'done')
  expect((await callsOf(talk.client, id)).map((tool) => tool.output.split('\n')[0])).toEqual([
    '(no output)',
    expect.stringContaining('gone'),
    'kept',
  ])
  expect(readFileSync(join(worktree.path, 'b.txt'), 'utf8')).toBe('kept\n')
  expect((await talk.client.call('worktree.read', { threadId: id })).worktree.state).toBe('ready')
  await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
})

test('resuming refuses where something else stands in its place, and touches it not', async () => {
  const talk = await withFork(reply(bash('rm .git ../owner.json')), reply(bash('ls')), reply(text('Never.')))
  const { id, worktree } = await forkInWorktree(talk, 'saw', 'worktree-missing')
  writeFileSync(join(worktree.path, 'foreign.txt'), 'mine\n')
  const failure = await talk.client.fails('thread.resume', { threadId: id })
  expect(failure).toMatchObject({ code: 'worktree.missing', path: worktree.path })
  expect(readFileSync(join(worktree.path, 'foreign.txt'), 'utf8')).toBe('mine\n')
  expect(talk.client.thread(id)?.state).toBe('worktree-missing')
})

test('two resumes at once recreate a lost worktree once', async () => {
  const talk = await withFork(reply(bash('rm -rf "$PWD"')), reply(bash('ls')), reply(text('Result: back.')))
  const { id } = await forkInWorktree(talk, 'saw', 'worktree-missing')
  const resume = () => talk.client.raw({ command: 'thread.resume', input: { threadId: id } })
  const answers = await Promise.all([resume(), resume()])
  expect(answers.map((answer) => 'ok' in answer && (answer.ok || answer.failure.code))).toEqual([
    true,
    'thread.running',
  ])
  await talk.client.state(id, 'done')
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})
