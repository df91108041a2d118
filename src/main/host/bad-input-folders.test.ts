// Folders that cannot be opened, and folders that are not what they seem.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { itemsOf, plainFolder, say } from '../../testing/conversation'
import { testRepository } from '../../testing/repository-talk'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'
import { createMemoryVault } from '../adapters/system/memory-vault'
import { createHost } from './create-host'

test('a folder that does not exist, is a file, lies below one, or leads nowhere is refused by its own code', async () => {
  const { client } = await startTestHost()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'))
  symlinkSync(join(folder, 'b'), join(folder, 'a'))
  symlinkSync(join(folder, 'a'), join(folder, 'b'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const codes: [string, string][] = [
    ['missing', 'project.not_found'],
    ['file', 'project.not_a_folder'],
    ['file/below', 'project.not_a_folder'],
    ['dangling', 'project.not_found'],
    ['a', 'project.unreadable'],
    ['pipe', 'project.not_a_folder'],
    ['x'.repeat(300), 'project.unreadable'],
    ['\0', 'project.unreadable'],
  ]
  for (const [name, code] of codes)
    expect([name, (await client.fails('project.open', { path: join(folder, name) })).code]).toEqual([name, code])
  for (const path of ['', 'x'.repeat(5000)])
    expect(await client.fails('project.open', { path })).toMatchObject({ code: 'invalid_input', path: 'path' })
  expect((await client.call('project.list', {})).projects).toEqual([])
})

const UNREADABLE = process.getuid?.() === 0 ? 'skipped for root, whom no permission stops' : 'for everybody but root'

test.skipIf(process.getuid?.() === 0)(`a folder that may not be read is refused (${UNREADABLE})`, async () => {
  const { client } = await startTestHost()
  const folder = join(temporaryFolder(), 'closed')
  mkdirSync(folder, { mode: 0o000 })
  expect((await client.fails('project.open', { path: folder })).code).toBe('project.unreadable')
})

test('a host that is started for a folder it cannot open says so, and leaves the data folder free', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const config = {
    door: 'serve' as const,
    dataDir,
    env: {},
    vault: createMemoryVault(),
    demo: false,
    resourcesDir: '',
    writeLog: () => {},
  }
  const project = join(dataDir, 'missing')
  await expect(createHost({ ...config, project })).rejects.toMatchObject({ failure: { code: 'project.not_found' } })
  const host = await createHost(config)
  await host.close()
})

test('a folder reached through links, dots and slashes is one project, by its real path', async () => {
  const { client } = await startTestHost()
  const folder = realpathSync(plainFolder())
  const link = join(temporaryFolder(), 'link')
  symlinkSync(folder, link)
  const spellings = [folder, link, `${folder}/`, `${link}/.`, join(folder, '..', 'project')]
  const opened = await Promise.all(spellings.map((path) => client.call('project.open', { path })))
  expect(new Set(opened.map(({ projectId }) => projectId)).size).toBe(1)
  expect(opened.map(({ realPath }) => realPath)).toEqual(spellings.map(() => folder))
})

test('links in a project that lead out of it are asked about, and denied where nobody may be asked', async () => {
  const outside = plainFolder({ 'secret.txt': 'secret\n' })
  const { client, simulator } = await startTestHost()
  const folder = plainFolder()
  symlinkSync(outside, join(folder, 'inside'))
  symlinkSync(join(outside, 'new.txt'), join(folder, 'fresh.txt'))
  simulator.script(
    scriptByTurn([
      reply(
        call('read', { file_path: 'inside/secret.txt' }),
        call('write', { file_path: 'fresh.txt', content: 'x' }),
        call('glob', { pattern: '**/*', path: 'inside' }),
      ),
      reply(text('Done.')),
    ]),
  )
  const { threadId, sessionId } = await openSession(client, folder, { permissionMode: 'acceptEdits' })
  await client.call('turn.send', { threadId, text: 'Go' })
  await expect.poll(async () => (await client.call('approval.list', { sessionId })).open.length).toBe(3)
  const { open: asked } = await client.call('approval.list', { sessionId })
  for (const { id } of asked) await client.call('approval.answer', { approvalId: id, decision: 'deny' })
  await client.state(threadId, 'idle')
  expect(existsSync(join(outside, 'new.txt'))).toBe(false)
  const items = await itemsOf(client, threadId)
  expect(JSON.stringify(items)).not.toContain('secret\\n')
})

test('a project that is gone is told, and nothing is run anywhere else', async () => {
  const { client, simulator } = await startTestHost()
  const folder = plainFolder()
  simulator.script(scriptByTurn([reply(call('bash', { command: 'pwd' })), reply(text('Gone.'))]))
  const { threadId } = await openSession(client, folder, { permissionMode: 'bypassPermissions' })
  rmSync(folder, { recursive: true })
  await say(client, threadId, 'Where?')
  expect((await itemsOf(client, threadId)).filter((item) => item.kind === 'tool')).toMatchObject([
    { state: 'failed', output: expect.stringContaining('is not there') },
  ])
})

test('a data folder inside the project makes no fork copy it, and is no change of the fork’s', async () => {
  const repository = testRepository()
  const dataDir = join(repository.folder, '.tine')
  const { client, simulator } = await startTestHost({ config: { dataDir } })
  simulator.script(
    firstOf(
      scriptByDirective([
        { match: /./, script: scriptByTurn([reply(call('bash', { command: 'ls -a' })), reply(text('Result: done.'))]) },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  const { threadId } = await openSession(client, repository.folder, { permissionMode: 'bypassPermissions' })
  await say(client, threadId, 'Hi')
  const order = { threadId, directives: ['look'], isolation: 'worktree' as const }
  // Seen by git, its every write would be a change of the checkout.
  expect(await client.fails('fork.start', order)).toMatchObject({ code: 'conflict', dataDir })
  writeFileSync(join(repository.folder, '.git', 'info', 'exclude'), '.tine\n')
  const { threadIds } = await client.call('fork.start', order)
  const fork = await client.state(threadIds[0] ?? '', 'done')
  const [tool] = (await itemsOf(client, fork.id)).filter((item) => item.kind === 'tool')
  expect(tool).toMatchObject({ state: 'done', output: expect.not.stringContaining('.tine') })
  expect(tool).toMatchObject({ output: expect.not.stringContaining('changed while this ran') })
})

test.each([
  ['is the data folder', (dataDir: string) => dataDir],
  ['holds the data folder', (dataDir: string) => dirname(dataDir)],
  ['is where worktrees are kept', (dataDir: string) => join(dataDir, 'worktrees')],
])('where the project %s, changing our own files is asked, also where edits are accepted', async (_name, place) => {
  const { client, simulator, dataDir } = await startTestHost()
  mkdirSync(join(dataDir, 'worktrees'))
  const file = join(place(dataDir) === dirname(dataDir) ? dataDir : place(dataDir), 'owner.json')
  simulator.script(scriptByTurn([reply(call('write', { file_path: file, content: '{}' })), reply(text('Done.'))]))
  const { threadId } = await openSession(client, place(dataDir), { permissionMode: 'acceptEdits' })
  await client.call('turn.send', { threadId, text: 'Go' })
  await client.state(threadId, 'waiting-approval')
})
