// The small families: projects, sessions, threads' own queries, worktrees, processes, files read, settings, answers.
import { expect, test } from 'vitest'
import { aProject, aThread, testId } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'

test('projects are found by id and by real path, the one opened last first', () => {
  const { store, reopen } = temporaryStore()
  const old = aProject({ openedAt: 1, trustedFiles: { 'CLAUDE.md': 'abc' }, trustedHash: 'h', demo: true })
  const recent = aProject({ openedAt: 2, isGit: false })
  store.commit(() => {
    store.projects.insert(old)
    store.projects.insert(recent)
  })
  expect(store.projects.list()).toEqual([recent, old])
  expect(store.projects.byRealPath(old.realPath)).toEqual(old)
  store.commit(() => store.projects.update(old.id, { openedAt: 3, trustedHash: null }))
  expect(reopen().projects.list()).toEqual([{ ...old, openedAt: 3, trustedHash: null }, recent])
  expect(() => store.commit(() => store.projects.insert(aProject({ realPath: old.realPath })))).toThrow()
})

test('sessions are listed by their last change; a touch never goes back', () => {
  const { store } = temporaryStore()
  const [a, b] = [seedSession(store), seedSession(store)]
  store.commit(() => {
    store.sessions.touch(a.session.id, 50)
    store.sessions.touch(b.session.id, 40)
    store.sessions.touch(a.session.id, 30)
    store.sessions.update(b.session.id, { title: 'Named', addedFolders: ['/tmp/a'] })
  })
  expect(store.sessions.list().map((session) => session.id)).toEqual([a.session.id, b.session.id])
  expect(store.sessions.list(b.project.id)).toEqual([
    { ...b.session, updatedAt: 40, title: 'Named', addedFolders: ['/tmp/a'] },
  ])
})

test('threads are found by session, parent and state, a parent before its children', () => {
  const { store } = temporaryStore()
  const { session, main } = seedSession(store)
  const fork = aThread({ sessionId: session.id, parentId: main.id, state: 'queued', directive: 'Try it' })
  const nested = aThread({ sessionId: session.id, parentId: fork.id, state: 'streaming', endCause: 'crash' })
  store.commit(() => {
    store.threads.insert(fork)
    store.threads.insert(nested)
  })
  expect(store.threads.ofSession(session.id)).toEqual([main, fork, nested])
  expect(store.threads.children(main.id)).toEqual([fork])
  expect(store.threads.inStates(['streaming', 'queued'])).toEqual([fork, nested])
  expect(store.threads.inStates([])).toEqual([])
})

test('worktrees belong to threads and change in what a patch names', () => {
  const { store } = temporaryStore()
  const { project, main } = seedSession(store)
  const worktree = {
    threadId: main.id,
    projectId: project.id,
    parentFolder: '/p',
    path: '/d/worktrees/x',
    subPath: 'packages/a',
    commonDir: '/repo/.git',
    branch: 'tine/x',
    base: 'abc',
    baseTree: null,
    head: 'abc',
    state: 'creating' as const,
    filesChanged: 0,
    nonce: 'n',
    rescuedTo: null,
    rescuedAt: null,
    createdAt: 1,
    keptAt: null,
    uncommitted: 0,
    added: 0,
    removed: 0,
    notes: ['one'],
    bytes: null,
    archive: null,
    archiveBytes: null,
    threadBefore: null,
  }
  store.commit(() => store.worktrees.insert(worktree))
  store.commit(() => store.worktrees.update(main.id, { state: 'ready', head: 'def' }))
  expect(store.worktrees.get(main.id)).toEqual({ ...worktree, state: 'ready', head: 'def' })
  expect(store.worktrees.list()).toHaveLength(1)
})

test('processes are removed only by pid and start time together', () => {
  const { store } = temporaryStore()
  const process = {
    pid: 7,
    startTicks: '100',
    bootId: 'b',
    threadId: 't',
    toolUseId: 'u',
    command: 'sleep',
    createdAt: 1,
  }
  store.commit(() => {
    store.processes.insert(process)
    store.processes.insert({ ...process, startTicks: '200' })
    store.processes.remove(7, '200')
    store.processes.remove(7, '300')
  })
  expect(store.processes.list()).toEqual([process])
})

test('what was read of a file is remembered by thread, and inherited without overwriting', () => {
  const { store } = temporaryStore()
  const { main, session } = seedSession(store)
  const fork = aThread({ sessionId: session.id, parentId: main.id })
  const read = (threadId: string, path: string, contentHash: string) => ({ threadId, path, contentHash })
  store.commit(() => {
    store.threads.insert(fork)
    store.fileReads.set(read(main.id, '/a', '1'))
    store.fileReads.set(read(main.id, '/a', '2'))
    store.fileReads.set(read(main.id, '/b', '3'))
    store.fileReads.set(read(fork.id, '/b', '4'))
    store.fileReads.inherit(main.id, fork.id)
  })
  expect(store.fileReads.get(main.id, '/a')?.contentHash).toBe('2')
  expect(store.fileReads.get(fork.id, '/a')).toEqual(read(fork.id, '/a', '2'))
  expect(store.fileReads.get(fork.id, '/b')?.contentHash).toBe('4')
  expect(store.fileReads.get(fork.id, '/c')).toBeUndefined()
})

test('settings keep what was written, whatever its type', () => {
  const { store, reopen } = temporaryStore()
  store.commit(() =>
    store.settings.write({ theme: 'dark', 'fork.mode': false, effort: null, 'budget.day': 5, skipped: undefined }),
  )
  store.commit(() => {
    store.settings.write({ theme: 'light' })
    store.settings.remove('budget.day')
  })
  expect(reopen().settings.readAll()).toEqual({ theme: 'light', 'fork.mode': false, effort: null })
})

test('the first answer under a key is kept', () => {
  const { store } = temporaryStore()
  const key = testId('turn')
  const answer = { inputHash: 'h', resultJson: '{"turnId":"x"}' }
  store.commit(() => store.answers.put('turn.send', key, answer))
  expect(store.answers.find('turn.send', key)).toEqual(answer)
  expect(store.answers.find('fork.start', key)).toBeUndefined()
  expect(() => store.commit(() => store.answers.put('turn.send', key, answer))).toThrow('UNIQUE')
})
