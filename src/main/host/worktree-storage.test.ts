// What discarded worktrees take, how it is freed, and how they come back, through a whole host.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { reply, text } from '../../simulator/script/builders'
import { say } from '../../testing/conversation'
import { forkInWorktree, type RepositoryTalk, talkInRepository, worktreeOf } from '../../testing/repository-talk'
import type { TestClient } from '../../testing/test-host'

type Forked = RepositoryTalk & { id: string; path: string; holder: string }

async function withFork(): Promise<Forked> {
  const talk = await talkInRepository(() => reply(text('Result: done.')))
  await say(talk.client, talk.threadId, 'Hi')
  talk.repository.write('.gitignore', '*.env\n')
  talk.repository.commit('ignore')
  const { id, worktree } = await forkInWorktree(talk, 'work', 'done')
  return { ...talk, id, path: worktree.path, holder: dirname(worktree.path) }
}

/** Work of every kind that a worktree can hold. */
function work({ path, repository }: Forked): void {
  writeFileSync(join(path, 'committed.txt'), 'committed\n')
  repository.git('-C', path, 'add', '.')
  repository.git('-C', path, 'commit', '-q', '-m', 'work')
  writeFileSync(join(path, 'a.txt'), 'staged\n')
  repository.git('-C', path, 'add', 'a.txt')
  writeFileSync(join(path, 'a.txt'), 'and changed\n')
  writeFileSync(join(path, 'new “file”.txt'), 'untracked\n')
  writeFileSync(join(path, 'secret.env'), 'KEY=1\n', { mode: 0o640 })
  mkdirSync(join(path, 'empty folder'))
  symlinkSync('a.txt', join(path, 'link'))
  repository.git('init', '-q', join(path, 'nested'))
  writeFileSync(join(path, 'nested/own.txt'), 'nested\n')
}

function picture(folder: string): Record<string, unknown> {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    all.map((name) => {
      const stat = lstatSync(join(folder, name))
      const content = stat.isFile() ? readFileSync(join(folder, name), 'base64') : null
      return [name, { mode: stat.mode, content, mtime: stat.isDirectory() ? null : Math.round(stat.mtimeMs) }]
    }),
  )
}

const discard = (client: TestClient, id: string) => client.call('worktree.discard', { threadId: id, confirm: true })

test('discarded and restored, folder, registration and thread are what they were; restored again, nothing happens', async () => {
  const talk = await withFork()
  const { client, id, path, repository } = talk
  work(talk)
  const status = repository.git('-C', path, 'status', '--porcelain=v2', '--branch', '--ignored')
  const [before, thread] = [picture(path), client.thread(id)]
  await discard(client, id)
  expect(worktreeOf(client, id)).toMatchObject({ state: 'discarded', restorable: true })
  const restored = await client.call('worktree.restore', { threadId: id })
  expect(restored).toMatchObject({ from: 'rescued', path, worktree: { state: 'restored', rescuedTo: null } })
  expect(picture(path)).toEqual(before)
  expect(repository.git('-C', path, 'status', '--porcelain=v2', '--branch', '--ignored')).toBe(status)
  expect(client.thread(id)).toMatchObject({
    state: 'done',
    stateReason: thread?.stateReason,
    resumable: thread?.resumable,
    endedAt: thread?.endedAt,
  })
  expect(await client.call('worktree.restore', { threadId: id })).toMatchObject({ from: 'rescued', path })
  await say(client, id, 'Go on')
  await client.until(() => worktreeOf(client, id).state === 'dirty', 'dirty')
})

test('freed, it takes no folder any more; restored from its archive, bytes, modes and what was staged are back', async () => {
  const talk = await withFork()
  const { client, id, path, repository } = talk
  work(talk)
  const status = repository.git('-C', path, 'status', '--porcelain=v2', '--branch', '--ignored')
  const before = picture(path)
  const { rescuedTo } = await discard(client, id)
  const freed = await client.call('worktree.free', { threadId: id })
  expect(freed.bytesFreed).toBeGreaterThan(0)
  expect(existsSync(rescuedTo ?? '')).toBe(false)
  expect(await client.call('worktree.free', { threadId: id })).toMatchObject({ bytesFreed: 0, archive: freed.archive })
  expect(client.thread(id)?.stateReason).toContain(freed.archive)
  // Somebody tidies up: the registration is locked, and what it holds stays.
  repository.git('worktree', 'prune', '--expire=now')
  repository.git('gc', '-q', '--prune=now')
  const { from } = await client.call('worktree.restore', { threadId: id })
  expect(from).toBe('archive')
  expect(picture(path)).toEqual(before)
  expect(repository.git('-C', path, 'status', '--porcelain=v2', '--branch', '--ignored')).toBe(status)
  expect(repository.git('worktree', 'list', '--porcelain')).not.toContain('locked')
  expect(client.thread(id)?.state).toBe('done')
  // And once more, all of it.
  await discard(client, id)
  await client.call('worktree.free', { threadId: id })
  expect(await client.call('worktree.restore', { threadId: id })).toMatchObject({ from: 'archive' })
  expect(picture(path)).toEqual(before)
})

test('with neither folder nor archive left, it is made again from what its refs keep', async () => {
  const talk = await withFork()
  const { client, id, path, repository } = talk
  work(talk)
  const { rescuedTo } = await discard(client, id)
  rmSync(rescuedTo ?? '', { recursive: true })
  repository.git('worktree', 'prune', '--expire=now')
  const { branch } = worktreeOf(client, id)
  repository.git('branch', '-D', branch)
  expect(await client.call('worktree.restore', { threadId: id })).toMatchObject({ from: 'refs' })
  expect(readFileSync(join(path, 'committed.txt'), 'utf8')).toBe('committed\n')
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('and changed\n')
  expect(readFileSync(join(path, 'new “file”.txt'), 'utf8')).toBe('untracked\n')
  expect(repository.git('-C', path, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/${branch}`)
})

test.each<[string, (talk: Forked) => void]>([
  [
    'its registration was pruned',
    ({ repository }) => rmSync(join(repository.folder, '.git/worktrees'), { recursive: true }),
  ],
  [
    'registration and branch are gone',
    ({ repository, client, id }) => {
      rmSync(join(repository.folder, '.git/worktrees'), { recursive: true })
      repository.git('branch', '-D', worktreeOf(client, id).branch)
    },
  ],
  [
    'its branch was deleted all the same',
    ({ repository, client, id }) => repository.git('update-ref', '-d', `refs/heads/${worktreeOf(client, id).branch}`),
  ],
])('restored when %s: every file, every commit, and what was staged', async (_name, spoil) => {
  const talk = await withFork()
  const { client, id, path, repository } = talk
  work(talk)
  const head = repository.git('-C', path, 'rev-parse', 'HEAD')
  const staged = repository.git('-C', path, 'show', ':a.txt')
  const { '.git': _link, ...files } = picture(path)
  await discard(client, id)
  spoil(talk)
  await client.call('worktree.restore', { threadId: id })
  const { '.git': _other, ...after } = picture(path)
  expect(after).toEqual(files)
  expect(repository.git('-C', path, 'rev-parse', 'HEAD')).toBe(head)
  expect(repository.git('-C', path, 'show', ':a.txt')).toBe(staged)
  expect(await client.call('worktree.read', { threadId: id })).toMatchObject({ worktree: { state: 'restored' } })
})

test('where its place is taken it stays discarded, and says why; with the place free it comes back', async () => {
  const { client, id, holder, path } = await withFork()
  await discard(client, id)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'mine.txt'), 'mine\n')
  expect(await client.fails('worktree.restore', { threadId: id })).toMatchObject({ code: 'conflict' })
  expect(worktreeOf(client, id).state).toBe('discarded')
  await client.call('worktree.free', { threadId: id })
  expect(await client.fails('worktree.restore', { threadId: id })).toMatchObject({ code: 'conflict' })
  expect(readFileSync(join(path, 'mine.txt'), 'utf8')).toBe('mine\n')
  renameSync(holder, `${holder}-mine`)
  expect(await client.call('worktree.restore', { threadId: id })).toMatchObject({ from: 'archive' })
})

test('with its branch checked out elsewhere and its registration gone, it stays where it is until the branch is free', async () => {
  const { client, id, path, repository } = await withFork()
  const { rescuedTo } = await discard(client, id)
  rmSync(join(repository.folder, '.git/worktrees'), { recursive: true })
  const { branch } = worktreeOf(client, id)
  repository.git('checkout', '-q', branch)
  expect(await client.fails('worktree.restore', { threadId: id })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('checked out at'),
  })
  expect(worktreeOf(client, id)).toMatchObject({ state: 'discarded', rescuedTo })
  repository.git('checkout', '-q', 'main')
  await client.call('worktree.restore', { threadId: id })
  expect(repository.git('-C', path, 'branch', '--show-current')).toBe(branch)
})

test('a worktree that is not discarded is neither freed nor restored', async () => {
  const { client, id, threadId } = await withFork()
  expect(await client.fails('worktree.free', { threadId: id })).toMatchObject({ code: 'conflict' })
  expect(await client.fails('worktree.restore', { threadId: id })).toMatchObject({ code: 'conflict' })
  expect(await client.fails('worktree.free', { threadId })).toMatchObject({ code: 'worktree.missing' })
  expect(await client.fails('worktree.restore', { threadId })).toMatchObject({ code: 'worktree.missing' })
})

test('a rescued folder without an owner file, or with a mount of somebody else’s files, is kept', async () => {
  const { client, id, path, dataDir } = await withFork()
  const { rescuedTo } = await discard(client, id)
  const folder = rescuedTo ?? ''
  renameSync(join(folder, 'owner.json'), join(folder, 'was-owner.json'))
  expect(await client.fails('worktree.free', { threadId: id })).toMatchObject({ code: 'conflict' })
  expect(existsSync(join(folder, basename(path), 'a.txt'))).toBe(true)
  // It is tried again every day: no attempt may leave an archive.
  expect(existsSync(join(dataDir, 'archives'))).toBe(false)
  renameSync(join(folder, 'was-owner.json'), join(folder, 'owner.json'))
  chmodSync(join(folder, basename(path)), 0o555)
  await client.call('worktree.free', { threadId: id })
  expect(existsSync(folder)).toBe(false)
})

/** The list once everything in it is measured. */
function measured(client: TestClient) {
  return vi.waitFor(
    async () => {
      const list = await client.call('worktree.list', {})
      const sizes = [
        ...list.worktrees.filter((entry) => entry.state !== 'discarded' || entry.rescuedTo),
        ...list.orphans,
      ]
      if (sizes.some(({ bytes }) => bytes === null)) throw new Error('not everything is measured yet')
      return list
    },
    { timeout: 15_000 },
  )
}

test('the list says what everything takes, whose it is, how long it is kept, and what belongs to nobody', async () => {
  const talk = await withFork()
  const { client, id, dataDir, holder, projectId, sessionId } = talk
  mkdirSync(join(dirname(holder), 'thr_foreign'))
  const listed = await measured(client)
  expect(listed.worktrees).toMatchObject([
    { threadId: id, sessionId, projectId, title: 'work', threadState: 'done', state: 'ready', rescueUntil: null },
  ])
  expect(listed.worktrees[0]?.bytes).toBeGreaterThan(0)
  expect(listed.bytes.live).toBe(listed.worktrees[0]?.bytes)
  expect(listed.orphans).toMatchObject([{ kind: 'folder', path: join(dirname(holder), 'thr_foreign') }])
  expect(listed.differences).toEqual([])
  await discard(client, id)
  const after = await measured(client)
  const { rescuedAt } = worktreeOf(client, id)
  expect(after.worktrees[0]).toMatchObject({ state: 'discarded', rescueUntil: (rescuedAt ?? 0) + 30 * 86_400_000 })
  expect(after.bytes).toMatchObject({ live: 0, archived: 0 })
  expect(after.bytes.rescued).toBeGreaterThan(0)
  await client.call('worktree.free', { threadId: id })
  const last = await measured(client)
  expect(last.bytes).toMatchObject({ live: 0, rescued: 0, archived: expect.any(Number) })
  expect(readdirSync(join(dataDir, 'archives'))).toHaveLength(1)
})
