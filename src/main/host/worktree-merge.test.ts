// Merging through the host: who may be at work meanwhile, what is told, and that nothing runs in a project nobody trusts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { call, reply, text } from '../../simulator/script/builders'
import { ofFork, ofParent } from '../../simulator/script/request-predicates'
import { itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, type RepositoryTalk, talkInRepository } from '../../testing/repository-talk'
import { mergeWorktree } from '../adapters/git/merge-worktree'
import type { WorktreeIdentity } from '../services/ports/git'

async function withFork(): Promise<RepositoryTalk & { id: string; path: string }> {
  const talk = await talkInRepository(() => reply(text('Result: done.')))
  await say(talk.client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'make it loud', 'done')
  writeFileSync(join(worktree.path, 'a.txt'), 'ONE\n')
  writeFileSync(join(worktree.path, 'b.txt'), 'new\n')
  return { ...talk, id, path: worktree.path }
}

test('a look changes nothing, a merge says what it did, and the worktree rests again', async () => {
  const { client, id, repository, folder, sessionId } = await withFork()
  const head = repository.git('rev-parse', 'HEAD')
  const looked = await client.call('worktree.merge', { threadId: id, check: true })
  expect(looked).toMatchObject({
    mode: 'merge',
    into: { folder, branch: 'main' },
    commit: null,
    files: ['a.txt', 'b.txt'],
    checked: true,
    alreadyMerged: false,
  })
  expect(repository.git('status', '--porcelain')).toBe('')
  const merged = await client.call('worktree.merge', { threadId: id })
  expect(merged).toMatchObject({ checked: false, added: 2, removed: 1, refs: [`refs/tine/before-merge/${id}`] })
  expect(merged.notes).toEqual([expect.stringContaining('not committed')])
  expect(merged.commit).toBe(repository.git('rev-parse', 'HEAD'))
  expect(repository.git('log', '--format=%an %s', `${head}..`)).toContain('Test Person Merge “make it loud”')
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('ONE\n')
  const states = client
    .stored()
    .flatMap((event) => (event.type === 'worktree.changed' && event.threadId === id ? [event.worktree.state] : []))
  expect(states).toContain('merging')
  const { threads } = await client.call('session.read', { sessionId })
  expect(threads.find((thread) => thread.id === id)?.worktree?.state).not.toBe('merging')
  expect(await client.call('worktree.merge', { threadId: id })).toMatchObject({ alreadyMerged: true, commit: null })
})

test('files that do not fit are named with the reason, and nothing was touched', async () => {
  const { client, id, repository, path } = await withFork()
  writeFileSync(join(path, 'c.txt'), 'mine\n')
  repository.write('a.txt', 'uno\n')
  repository.write('c.txt', 'untracked\n')
  const failure = await client.fails('worktree.merge', { threadId: id })
  expect(failure).toMatchObject({
    code: 'worktree.conflict',
    files: [
      { path: 'a.txt', reason: 'both sides changed the same lines' },
      { path: 'c.txt', reason: 'an untracked file of that name is in the way' },
    ],
  })
  expect(repository.git('status', '--porcelain')).toBe(' M a.txt\n?? c.txt')
})

test('nothing is merged while the fork or its parent runs, and the one at work is named', async () => {
  const { client, id, threadId, simulator, sessionId } = await withFork()
  const ownHold = simulator.hold(ofFork())
  await client.call('turn.send', { threadId: id, text: 'More' })
  expect(await client.fails('worktree.merge', { threadId: id })).toMatchObject({
    code: 'worktree.busy',
    message: expect.stringContaining('make it loud'),
  })
  ownHold.release()
  await client.state(id, 'done')
  const hold = simulator.hold(ofParent())
  await client.call('turn.send', { threadId, text: 'Think' })
  const parent = (await client.call('session.read', { sessionId })).threads.find((thread) => thread.id === threadId)
  for (const check of [true, false])
    expect(await client.fails('worktree.merge', { threadId: id, check })).toMatchObject({
      code: 'worktree.busy',
      message: expect.stringContaining(parent?.title ?? '-'),
      threadId,
    })
  await client.call('worktree.merge', { threadId: id, into: { kind: 'branch', name: 'aside' } })
  hold.release()
  await client.state(threadId, 'idle')
})

test('a merge is no foreign change to the command of another fork that runs beside it', async () => {
  const talk = await talkInRepository(({ lastUser }) =>
    lastUser.texts.some((said) => said.includes('wait')) && lastUser.toolResults.length === 0
      ? reply(call('bash', { command: 'git status; while [ ! -e go ]; do sleep 0.05; done' }))
      : reply(text('Result: done.')),
  )
  const { client, threadId } = talk
  await say(client, threadId, 'Hi')
  const one = await forkInWorktree(talk, 'work', 'done')
  writeFileSync(join(one.worktree.path, 'a.txt'), 'ONE\n')
  const outer = await forkInWorktree(talk, 'outer', 'done')
  const others = [
    await forkInWorktree(talk, 'wait'),
    // It is compared with another checkout of the same repository, and its refs.
    await forkInWorktree({ client, threadId: outer.id }, 'wait inside'),
  ]
  for (const { id } of others)
    await client.until(
      () => client.stored().some((event) => event.type === 'item.changed' && event.threadId === id),
      'the command running',
    )
  await client.call('worktree.merge', { threadId: one.id })
  for (const { id, worktree } of others) {
    writeFileSync(join(worktree.path, 'go'), '')
    expect((await client.state(id, 'done', 'stopped', 'interrupted')).state).toBe('done')
  }
})

test('two forks come home at once, one behind the other', async () => {
  const talk = await withFork()
  const { client, folder, repository } = talk
  const other = await forkInWorktree(talk, 'another', 'done')
  writeFileSync(join(other.worktree.path, 'c.txt'), 'c\n')
  const merge = (threadId: string) => client.call('worktree.merge', { threadId, mode: 'squash' })
  const [one, two] = await Promise.all([merge(talk.id), merge(other.id)])
  expect(repository.git('rev-list', '--max-count=2', 'HEAD').split('\n').sort()).toEqual(
    [one.commit, two.commit].sort(),
  )
  expect([readFileSync(join(folder, 'a.txt'), 'utf8'), readFileSync(join(folder, 'c.txt'), 'utf8')]).toEqual([
    'ONE\n',
    'c\n',
  ])
  expect(repository.git('status', '--porcelain')).toBe('')
})

test('a merge that a kill cut off is undone at the start, told in its thread, and can be made again', async () => {
  const talk = await withFork()
  const { id, dataDir, folder, repository } = talk
  const identity = identityOf(dataDir, id)
  await talk.host.close()
  const order = {
    mode: 'squash',
    into: { kind: 'parent' },
    message: 'x',
    uncommittedMessage: 'x',
    check: false,
  } as const
  await new Promise<void>((dead, failed) => {
    const beforeStep = (step: string) => (step === 'branch' ? new Promise<void>(() => dead()) : undefined)
    mergeWorktree(identity, order, { trusted: false }, { dataDir, beforeStep }).then(() => failed(), failed)
  })
  expect(repository.git('status', '--porcelain')).not.toBe('')
  const db = new Database(join(dataDir, 'tine.db'))
  db.prepare(`UPDATE worktrees SET state = 'merging' WHERE thread_id = ?`).run(id)
  db.prepare(`INSERT INTO worktree_steps VALUES (?, 'merge', 'begun', '{"before":"ready"}', 1)`).run(id)
  db.close()
  const { client } = await talk.restart()
  expect(repository.git('status', '--porcelain')).toBe('')
  const notices = (await itemsOf(client, id)).filter((item) => item.kind === 'notice')
  expect(notices.at(-1)?.text).toContain(`middle of a merge into ${folder}; it was undone`)
  expect(await client.call('worktree.merge', { threadId: id, mode: 'squash' })).toMatchObject({
    files: ['a.txt', 'b.txt'],
  })
})

/** A worktree as the database has it. */
function identityOf(dataDir: string, threadId: string): WorktreeIdentity {
  const db = new Database(join(dataDir, 'tine.db'), { readonly: true })
  try {
    return db
      .prepare<[string], WorktreeIdentity>(
        `SELECT thread_id AS threadId, path, branch, base, base_tree AS baseTree, parent_folder AS parentFolder,
         common_dir AS commonDir, nonce FROM worktrees WHERE thread_id = ?`,
      )
      .get(threadId) as WorktreeIdentity
  } finally {
    db.close()
  }
}

test('what the app itself put into the worktree does not come home, not even committed', async () => {
  const talk = await talkInRepository(() => reply(text('Result: done.')), {
    repository: { files: { 'a.txt': 'one\n', '.gitignore': 'modules/\n' } },
  })
  const { client, threadId, repository } = talk
  repository.write('modules/m.js', 'x\n')
  await client.call('settings.write', { patch: { 'worktree.link': ['modules'] } })
  await say(client, threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'work', 'done')
  writeFileSync(join(worktree.path, 'a.txt'), 'ONE\n')
  repository.git('-C', worktree.path, 'add', '--all', '--force')
  repository.git('-C', worktree.path, 'commit', '-q', '-m', 'everything')
  expect(repository.git('-C', worktree.path, 'ls-files', '-s', 'modules')).toContain('120000')
  expect(await client.call('worktree.merge', { threadId: id })).toMatchObject({ files: ['a.txt'] })
  expect(repository.git('ls-tree', '--name-only', 'HEAD')).toBe('.gitignore\na.txt')
  expect(readFileSync(join(repository.folder, 'modules/m.js'), 'utf8')).toBe('x\n')
})

test('hooks, filters, merge drivers and signing programs of a project nobody trusts do not run', async () => {
  const lines = (first: string, last: string) => `${first}\n\n\n\n\n\n${last}\n`
  const talk = await talkInRepository(() => reply(text('Result: done.')), {
    repository: { files: { 'a.txt': lines('one', 'two') } },
  })
  const { client, threadId, repository } = talk
  await say(client, threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'work', 'done')
  writeFileSync(join(worktree.path, 'a.txt'), lines('one', 'TWO'))
  repository.write('a.txt', lines('ONE', 'two'))
  repository.commit('moved on')
  const canary = join(repository.beside, 'canary')
  const hooks = ['pre-merge-commit', 'pre-commit', 'commit-msg', 'post-merge', 'post-commit', 'reference-transaction']
  for (const hook of hooks) repository.hook(hook, `#!/bin/sh\necho ${hook} >> '${canary}'\n`)
  repository.write('.git/info/attributes', '*.txt merge=evil filter=evil\n')
  repository.write('.git/sign', `#!/bin/sh\necho sign >> '${canary}'\n`, 0o755)
  const config = [
    ['merge.evil.driver', `echo driver >> '${canary}'; true`],
    ['filter.evil.smudge', `echo smudge >> '${canary}'; cat`],
    ['filter.evil.clean', `echo clean >> '${canary}'; cat`],
    ['gpg.program', join(repository.folder, '.git/sign')],
    ['commit.gpgSign', 'true'],
  ] as const
  for (const [key, value] of config) repository.git('config', key, value)
  await client.call('worktree.merge', { threadId: id })
  expect(existsSync(canary)).toBe(false)
  expect(readFileSync(join(repository.folder, 'a.txt'), 'utf8')).toBe(lines('ONE', 'TWO'))
})
