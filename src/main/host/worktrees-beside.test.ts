// Making worktrees is nobody's wait but the first tool call's: requests leave beside it, ten at once, and the parent's checkout
// stays as it is to the byte.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ToolItem } from '../../shared/domain/turn'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository, worktreeOf } from '../../testing/repository-talk'

const TEN = 10

const bash = (command: string) => call('bash', { command })

test('the first request leaves while the checkout is being made; the first tool call waits for it', async () => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        { match: /slow/, script: scriptByTurn([reply(bash('pwd; cat slow.txt')), reply(text('Done.'))]) },
      ]),
      () => reply(text('Yes.')),
    ),
    { repository: { files: { '.gitattributes': '*.txt filter=slow\n', 'slow.txt': 'slow\n' } } },
  )
  const { client, repository, projectId, simulator } = talk
  // A checkout that takes until somebody says so: the filter of a trusted project.
  const go = join(repository.beside, 'go')
  repository.git('config', 'filter.slow.clean', 'cat')
  repository.git('config', 'filter.slow.smudge', `sh -c 'until [ -e "${go}" ]; do sleep 0.02; done; cat'`)
  const { hash } = await client.call('project.trust', { projectId })
  await client.call('project.trust', { projectId, hash })
  await say(client, talk.threadId, 'Hi')
  const arrival = simulator.arrival(ofFork())
  const { id, worktree } = await forkInWorktree(talk, 'slow work')
  const first = await arrival
  await first.settled
  const tool = await client.until(() => {
    const added = client
      .stored()
      .find((event) => event.type === 'item.added' && event.threadId === id && event.item.kind === 'tool')
    return added?.type === 'item.added' ? (added.item as ToolItem) : undefined
  })
  expect(client.thread(id)?.worktree?.state).toBe('creating')
  expect(tool.startedAt).toBeNull()
  writeFileSync(go, '')
  await client.state(id, 'done')
  const [ran] = (await itemsOf(client, id)).filter((item): item is ToolItem => item.kind === 'tool')
  expect(ran).toMatchObject({ state: 'done', output: expect.stringContaining(`${worktree.path}\nslow`) })
})

test('ten forks of one turn each get a worktree, start, and leave the main checkout as it was', async () => {
  const agents = Array.from({ length: TEN }, (_, n) =>
    call('Agent', { description: `Part ${n}`, prompt: `Do part ${n}.`, isolation: 'worktree' }),
  )
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([{ match: /Do part/, script: () => reply(text('Result: done.')) }]),
      scriptByTurn([reply(text('I fork.'), ...agents), reply(text('They run.'))]),
      () => reply(text('Noted.')),
    ),
  )
  const { client, repository, folder, threadId } = talk
  repository.write('a.txt', 'uncommitted\n')
  repository.write('new.txt', 'untracked\n')
  await client.call('settings.write', { patch: { 'fork.concurrency': TEN } })
  const before = pictureOf(folder)
  await client.call('turn.send', { threadId, text: 'Fork.' })
  const started = () =>
    client
      .stored()
      .flatMap((event) => (event.type === 'thread.created' && event.thread.kind === 'fork' ? [event.threadId] : []))
  await client.until(() => started().length === TEN)
  // One after the other: each may take its time on a busy machine.
  for (const id of started()) {
    await client.state(id, 'done')
    await client.until(() => client.thread(id)?.worktree?.state === 'ready', `the worktree of ${id}`)
  }
  const worktrees = started().map((id) => worktreeOf(client, id))
  expect(new Set(worktrees.map(({ path }) => path)).size).toBe(TEN)
  expect(new Set(worktrees.map(({ branch }) => branch)).size).toBe(TEN)
  for (const { path, branch } of worktrees) {
    expect(repository.git('-C', path, 'symbolic-ref', '--short', 'HEAD')).toBe(branch)
    expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('uncommitted\n')
    expect(readFileSync(join(path, 'new.txt'), 'utf8')).toBe('untracked\n')
  }
  expect(pictureOf(folder)).toEqual(before)
}, 60_000)

test('a fork that checks another branch out is stopped before its next command could commit to that', async () => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        {
          match: /stray/,
          script: scriptByTurn([
            reply(bash('git switch -q other')),
            reply(bash('git commit -q --allow-empty -m astray')),
            reply(text('Done.')),
          ]),
        },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  const { client, repository } = talk
  repository.git('branch', 'other')
  const before = repository.git('rev-parse', 'other')
  await say(client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'stray work', 'worktree-missing')
  expect(client.thread(id)?.stateReason).toContain('the branch other is checked out in it instead of its own')
  expect(repository.git('rev-parse', 'other')).toBe(before)
  repository.git('-C', worktree.path, 'switch', '-q', worktree.branch)
  await client.call('thread.resume', { threadId: id })
  await client.state(id, 'done')
})

/** HEAD, index, configuration and every file of a checkout, byte for byte. */
function pictureOf(folder: string): Record<string, string> {
  const own = ['HEAD', 'index', 'config', 'packed-refs'].map((name) => join('.git', name))
  const files = readdirSync(folder).filter((name) => name !== '.git')
  return Object.fromEntries(
    [...own, ...files]
      .filter((path) => existsSync(join(folder, path)))
      .map((path) => [path, readFileSync(join(folder, path), 'hex')]),
  )
}
