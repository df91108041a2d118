// What a person looks at in a worktree: its changes, one file of them, and the way into an editor.
import { existsSync, mkdirSync, readFileSync, symlinkSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reply, text } from '../../simulator/script/builders'
import { say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository } from '../../testing/repository-talk'

async function withFork() {
  const talk = await talkInRepository(() => reply(text('Result: done.')))
  await say(talk.client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'work', 'done')
  return { ...talk, id, path: worktree.path }
}

test('the changes come with what would be lost, the own commits, and what they are compared with', async () => {
  const { client, id, path, repository, folder } = await withFork()
  writeFileSync(join(path, 'b.txt'), 'committed\n')
  repository.git('-C', path, 'add', '.')
  repository.git('-C', path, 'commit', '-q', '-m', 'Add b')
  writeFileSync(join(path, 'c.txt'), 'loose\n')
  writeFileSync(join(folder, 'a.txt'), 'the parent went on\n')
  const read = await client.call('worktree.read', { threadId: id })
  expect(read).toMatchObject({
    files: [
      { path: 'b.txt', uncommitted: false, bytes: 10 },
      { path: 'c.txt', uncommitted: true, bytes: 6 },
    ],
    cut: false,
    loss: { uncommitted: [], untracked: ['c.txt'], commits: 1, inUse: [] },
    commits: [{ subject: 'Add b', hash: read.worktree.head }],
    against: { label: expect.stringMatching(/^where it started/), commit: read.worktree.base },
  })
  const parent = await client.call('worktree.read', { threadId: id, against: 'parent' })
  expect(parent.files.map((file) => file.path)).toEqual(['a.txt', 'b.txt', 'c.txt'])
  expect(parent.against?.label).toBe('main as it is now, with uncommitted work')
  // What the card shows is the fork's own work, whatever was looked at last.
  expect(parent.worktree.filesChanged).toBe(2)
})

test('one file comes with hunks whose ids stand for their content; one that does not differ is not found', async () => {
  const { client, id, path } = await withFork()
  writeFileSync(join(path, 'a.txt'), 'one\ntwo\n')
  const file = () => client.call('worktree.file', { threadId: id, path: 'a.txt' })
  const first = await file()
  expect(first).toMatchObject({ binary: false, cut: false, hunks: [{ lines: [' one', '+two'] }] })
  expect(await file()).toEqual(first)
  writeFileSync(join(path, 'a.txt'), 'one\nthree\n')
  expect((await file()).hunks[0]?.id).not.toBe(first.hunks[0]?.id)
  expect(await client.fails('worktree.file', { threadId: id, path: 'none.txt' })).toMatchObject({ code: 'not_found' })
})

test('an editor is started as it was set, on the folder or on a file, and only inside the worktree', async () => {
  const { client, id, path, dataDir, folder } = await withFork()
  const open = (file?: string) => client.call('worktree.open', { threadId: id, path: file })
  expect(await client.fails('worktree.open', { threadId: id })).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('Settings'),
  })
  const out = join(dataDir, 'opened')
  mkdirSync(out)
  const script = join(dataDir, 'editor.mjs')
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs'
writeFileSync(process.argv[2] + '/' + Buffer.from(JSON.stringify(process.argv.slice(3))).toString('base64url'), '')`,
  )
  const command = [process.execPath, script, out, '{folder}', '{file}']
  await client.call('settings.write', { patch: { 'editor.command': command } })
  const opened = (args: string[]) => {
    const name = Buffer.from(JSON.stringify(args)).toString('base64url')
    return new Promise<void>((resolve) => {
      const watcher = watch(out, () => look())
      const look = () => {
        if (!existsSync(join(out, name))) return
        watcher.close()
        resolve()
      }
      look()
    })
  }
  expect(await open('a.txt')).toEqual({ opened: true })
  await opened([path, join(path, 'a.txt')])
  await open()
  await opened([path, path])
  symlinkSync(join(folder, 'a.txt'), join(path, 'out.txt'))
  for (const bad of ['../owner.json', 'none.txt', 'out.txt', '/etc/passwd'])
    expect(await client.fails('worktree.open', { threadId: id, path: bad }), bad).toMatchObject({
      code: 'invalid_input',
    })
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('one\n')
})

test('what is no list of arguments, or leads out of the project, is no setting', async () => {
  const { client } = await withFork()
  for (const patch of [
    { 'editor.command': [] },
    { 'editor.command': [''] },
    { 'editor.command': ['a\0b'] },
    { 'worktree.copy': ['../secret'] },
    { 'worktree.copy': ['/etc/passwd'] },
    { 'worktree.link': ['.git/hooks'] },
    { 'worktree.link': ['a//b'] },
  ])
    expect(await client.fails('settings.write', { patch }), JSON.stringify(patch)).toMatchObject({
      code: 'invalid_input',
    })
})
