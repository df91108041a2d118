// Taking worktrees away: repeatable in every mixed state, never more than a move, never without a word about what is lost.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { reply, text } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { say } from '../../testing/conversation'
import { forkInWorktree, type RepositoryTalk, talkInRepository } from '../../testing/repository-talk'

async function withFork(): Promise<RepositoryTalk & { id: string; path: string; holder: string }> {
  const talk = await talkInRepository(() => reply(text('Result: done.')))
  await say(talk.client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'work', 'done')
  return { ...talk, id, path: worktree.path, holder: dirname(worktree.path) }
}

const rescued = (dataDir: string) => {
  const folder = join(dataDir, 'rescued')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('discarding twice, at once and one after the other, and after a restart, moves once and answers the same', async () => {
  const talk = await withFork()
  const { client, id, path, dataDir } = talk
  writeFileSync(join(path, 'work.txt'), 'mine\n')
  const discard = () => client.call('worktree.discard', { threadId: id, confirm: true })
  const [first, second] = await Promise.all([discard(), discard()])
  const third = await discard()
  expect(second?.rescuedTo).toBe(first?.rescuedTo)
  expect(third.rescuedTo).toBe(first?.rescuedTo)
  expect(rescued(dataDir)).toHaveLength(1)
  expect(readFileSync(join(first?.rescuedTo ?? '', 'project', 'work.txt'), 'utf8')).toBe('mine\n')
  const reopened = (await talk.restart()).client
  const again = await reopened.call('worktree.discard', { threadId: id })
  expect(again).toMatchObject({ rescuedTo: first?.rescuedTo, worktree: { state: 'discarded' } })
  expect(await reopened.fails('worktree.keep', { threadId: id })).toMatchObject({ code: 'worktree.missing' })
  expect(await reopened.call('worktree.read', { threadId: id })).toMatchObject({ files: [], diff: '' })
})

test('after the folder was deleted by hand there is nothing to confirm, and what was committed stays reachable', async () => {
  const talk = await withFork()
  const { client, id, holder, path, repository } = talk
  writeFileSync(join(path, 'b.txt'), 'committed\n')
  repository.git('-C', path, 'add', '.')
  repository.git('-C', path, 'commit', '-q', '-m', 'work')
  const head = repository.git('-C', path, 'rev-parse', 'HEAD')
  rmSync(holder, { recursive: true })
  const { rescuedTo, refs } = await client.call('worktree.discard', { threadId: id })
  expect(rescuedTo).toBeNull()
  expect(refs.map((ref) => repository.git('rev-parse', `${ref}^{commit}`))).toContain(head)
  expect((await client.call('worktree.discard', { threadId: id })).rescuedTo).toBeNull()
  expect(client.thread(id)?.state).toBe('discarded')
})

test('kept, then discarded; discarded, then not kept', async () => {
  const { client, id, path } = await withFork()
  const { worktree } = await client.call('worktree.keep', { threadId: id })
  expect(worktree).toMatchObject({ state: 'ready', keptAt: expect.any(Number) })
  expect((await client.call('worktree.keep', { threadId: id })).worktree).toEqual(worktree)
  writeFileSync(join(path, 'new.txt'), 'x')
  expect(await client.fails('worktree.discard', { threadId: id })).toMatchObject({
    code: 'worktree.dirty',
    loss: [expect.stringContaining('new.txt')],
  })
  expect((await client.call('worktree.discard', { threadId: id, confirm: true })).worktree.state).toBe('discarded')
  expect(await client.fails('worktree.keep', { threadId: id })).toMatchObject({ code: 'worktree.missing' })
})

test('a folder that git cannot read any more is moved only when the person says so, with all that is in it', async () => {
  const { client, id, path } = await withFork()
  writeFileSync(join(path, 'only-here.txt'), 'precious\n')
  rmSync(join(path, '.git'))
  const refused = await client.fails('worktree.discard', { threadId: id })
  expect(refused).toMatchObject({ code: 'worktree.dirty', loss: [expect.stringContaining('.git file is gone')] })
  const { rescuedTo } = await client.call('worktree.discard', { threadId: id, confirm: true })
  expect(readFileSync(join(rescuedTo ?? '', 'project', 'only-here.txt'), 'utf8')).toBe('precious\n')
})

test.each([
  ['another folder', (holder: string) => renameSync(holder, `${holder}-away`)],
  [
    'a link to the main checkout',
    (holder: string, main: string) => {
      renameSync(holder, `${holder}-away`)
      symlinkSync(main, holder)
    },
  ],
  [
    'a folder with a foreign owner file',
    (holder: string) => {
      const owner = join(holder, 'owner.json')
      writeFileSync(owner, readFileSync(owner, 'utf8').replace(/"nonce": "\w+"/, '"nonce": "00"'))
    },
  ],
])('%s in its place is never moved', async (_name, replace) => {
  const { client, id, holder, folder, repository } = await withFork()
  replace(holder, folder)
  if (!existsSync(holder)) {
    const decoy = join(holder, 'project')
    repository.git('clone', '-q', folder, decoy)
  }
  const before = readdirSync(holder).sort()
  const failure = await client.fails('worktree.discard', { threadId: id, confirm: true })
  expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('Not moved') })
  expect(readdirSync(holder).sort()).toEqual(before)
  expect(client.thread(id)?.state).toBe('done')
})

test('a fork that still waits in line, or was stopped while its worktree was made, can be discarded and is not made after all', async () => {
  const talk = await talkInRepository(() => reply(text('Result: done.')))
  const { client, simulator, threadId, dataDir } = talk
  await say(client, threadId, 'Hi')
  await client.call('settings.write', { patch: { 'fork.concurrency': 1 } })
  const hold = simulator.hold(ofFork())
  const making = await forkInWorktree(talk, 'first')
  const waiting = await forkInWorktree(talk, 'second')
  for (const { id } of [waiting, making]) {
    expect(await client.fails('worktree.discard', { threadId: id })).toMatchObject({ code: 'worktree.busy' })
    await client.call('thread.stop', { threadId: id })
    await client.call('worktree.discard', { threadId: id, confirm: true })
  }
  hold.release()
  for (const { id, worktree } of [waiting, making]) {
    expect(client.thread(id)).toMatchObject({ state: 'discarded', worktree: { state: 'discarded' } })
    expect(existsSync(dirname(worktree.path))).toBe(false)
  }
  expect(rescued(dataDir).length).toBeLessThanOrEqual(1)
  expect(talk.log.filter((line) => line.includes('"error"'))).toEqual([])
})

test('a thread without a worktree of its own has nothing to read, keep or discard', async () => {
  const { client, threadId } = await withFork()
  for (const command of ['worktree.read', 'worktree.keep', 'worktree.discard'] as const)
    expect(await client.fails(command, { threadId })).toMatchObject({ code: 'worktree.missing' })
})

test('a fork of a fork works in its parent’s worktree, and keeps it from being discarded while it runs', async () => {
  const talk = await withFork()
  const { client, id, simulator } = talk
  const hold = simulator.hold(ofFork('inner'))
  const { threadIds } = await client.call('fork.start', { threadId: id, directives: ['inner'], isolation: 'none' })
  await hold.arrived
  expect(await client.fails('worktree.discard', { threadId: id, confirm: true })).toMatchObject({
    code: 'worktree.busy',
  })
  hold.release()
  await client.state(threadIds[0] ?? '', 'done')
  await client.call('worktree.discard', { threadId: id, confirm: true })
  // Its folder went with it: it cannot go on, and says why.
  expect(await client.fails('thread.resume', { threadId: threadIds[0] ?? '', text: 'More' })).toMatchObject({
    code: 'worktree.missing',
  })
})
