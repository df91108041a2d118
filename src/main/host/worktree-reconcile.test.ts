// What people do to worktrees by hand is seen, told, and mended on one click, without deleting anything.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { reply, text } from '../../simulator/script/builders'
import { say } from '../../testing/conversation'
import { forkInWorktree, type RepositoryTalk, talkInRepository, worktreeOf } from '../../testing/repository-talk'

type Forked = RepositoryTalk & { id: string; path: string; holder: string }

async function withFork(): Promise<Forked> {
  const talk = await talkInRepository(() => reply(text('Result: done.')))
  await say(talk.client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'work', 'done')
  writeFileSync(join(worktree.path, 'mine.txt'), 'mine\n')
  return { ...talk, id, path: worktree.path, holder: dirname(worktree.path) }
}

const discard = ({ client, id }: Forked) => client.call('worktree.discard', { threadId: id, confirm: true })

test.each<[string, (talk: Forked) => Promise<unknown> | unknown, string, string]>([
  ['deleted by hand', ({ path }) => rmSync(path, { recursive: true }), 'gone', 'ready'],
  ['moved by hand', ({ holder }) => renameSync(holder, `${holder}-away`), 'elsewhere', 'dirty'],
  ['robbed of its .git file', ({ path }) => rmSync(join(path, '.git')), 'disconnected', 'dirty'],
  [
    'forgotten by its repository',
    ({ repository }) => rmSync(join(repository.folder, '.git/worktrees'), { recursive: true }),
    'disconnected',
    'dirty',
  ],
  [
    'discarded and moved back by hand',
    async (talk) => renameSync((await discard(talk)).rescuedTo ?? '', talk.holder),
    'not-moved',
    'restored',
  ],
])('a worktree that was %s is told of and mended', async (_name, spoil, kind, state) => {
  const talk = await withFork()
  const { client, id, path, dataDir } = talk
  await spoil(talk)
  const { differences } = await client.call('worktree.list', {})
  expect(differences).toMatchObject([{ id: `${kind}:${id}`, threadId: id, kind, repair: expect.any(String) }])
  const before = names(dataDir)
  const { repaired, left } = await client.call('worktree.reconcile', {})
  expect({ repaired, left }).toMatchObject({ repaired: [{ id: `${kind}:${id}` }], left: [] })
  expect(names(dataDir)).toBeGreaterThanOrEqual(before)
  if (kind !== 'gone') expect(readFileSync(join(path, 'mine.txt'), 'utf8')).toBe('mine\n')
  await client.call('worktree.read', { threadId: id })
  expect(worktreeOf(client, id).state).toBe(state)
  await say(client, id, 'Go on')
})

test('only what is named is repaired; what only a person can decide is left', async () => {
  const talk = await withFork()
  const { client, id, path, holder } = talk
  renameSync(path, `${path}-away`)
  mkdirSync(path)
  writeFileSync(join(holder, 'owner.json'), '{}')
  const other = await forkInWorktree(talk, 'other', 'done')
  rmSync(other.worktree.path, { recursive: true })
  expect((await client.call('worktree.reconcile', { differences: [] })).repaired).toEqual([])
  const { repaired, left } = await client.call('worktree.reconcile', { differences: [`gone:${other.id}`] })
  expect(repaired).toMatchObject([{ id: `gone:${other.id}` }])
  expect(left).toMatchObject([{ threadId: id, kind: 'replaced', repair: null }])
  expect(await client.call('worktree.reconcile', {})).toMatchObject({ repaired: [], left })
  expect(existsSync(join(`${path}-away`, 'mine.txt'))).toBe(true)
})

test('what belongs to nobody is listed and never touched', async () => {
  const { client, dataDir, repository } = await withFork()
  const foreign = join(dataDir, 'worktrees', 'thr_00000000000000000000000000')
  mkdirSync(foreign)
  repository.git('worktree', 'add', '-q', '-b', 'other', join(foreign, 'project'))
  repository.git('update-ref', 'refs/tine/head/thr_00000000000000000000000000', 'HEAD')
  const { orphans } = await client.call('worktree.list', {})
  expect(orphans.map(({ kind }) => kind).sort()).toEqual(['folder', 'ref', 'registration'])
  expect(await client.call('worktree.reconcile', {})).toEqual({ repaired: [], left: [] })
  expect(existsSync(join(foreign, 'project', 'a.txt'))).toBe(true)
})

test('a rescued folder that was deleted by hand is noted', async () => {
  const talk = await withFork()
  const { client, id } = talk
  const { rescuedTo } = await discard(talk)
  rmSync(rescuedTo ?? '', { recursive: true })
  const { repaired } = await client.call('worktree.reconcile', {})
  expect(repaired).toMatchObject([{ id: `rescued-gone:${id}` }])
  expect(worktreeOf(client, id)).toMatchObject({ state: 'discarded', rescuedTo: null, restorable: true })
  expect(await client.call('worktree.restore', { threadId: id })).toMatchObject({ from: 'refs' })
})

test.each<[string, (talk: Forked) => void]>([
  ['folder', ({ holder }) => rmSync(holder, { recursive: true })],
  ['registration', ({ repository }) => rmSync(join(repository.folder, '.git/worktrees'), { recursive: true })],
  [
    'branch',
    ({ repository, client, id }) => repository.git('update-ref', '-d', `refs/heads/${worktreeOf(client, id).branch}`),
  ],
  ['repository', ({ repository }) => renameSync(join(repository.folder, '.git'), join(repository.folder, 'git-away'))],
  [
    'folder, registration and branch',
    ({ holder, repository, client, id }) => {
      rmSync(holder, { recursive: true })
      rmSync(join(repository.folder, '.git/worktrees'), { recursive: true })
      repository.git('update-ref', '-d', `refs/heads/${worktreeOf(client, id).branch}`)
    },
  ],
])('discarding without its %s comes to an end, and to the same one again', async (_name, spoil) => {
  const talk = await withFork()
  const { id, path } = talk
  spoil(talk)
  const first = await discard(talk)
  expect(first.worktree.state).toBe('discarded')
  expect((await discard(talk)).rescuedTo).toBe(first.rescuedTo)
  if (first.rescuedTo) expect(readFileSync(join(first.rescuedTo, basename(path), 'mine.txt'), 'utf8')).toBe('mine\n')
  const reopened = (await talk.restart()).client
  expect((await reopened.call('worktree.discard', { threadId: id })).rescuedTo).toBe(first.rescuedTo)
})

function names(dataDir: string): number {
  return ['worktrees', 'rescued'].reduce((sum, place) => {
    const folder = join(dataDir, place)
    return sum + (existsSync(folder) ? readdirSync(folder, { recursive: true }).length : 0)
  }, 0)
}
