// A whole host with a session in a real repository: what tests of worktrees begin with.
import { onTestFinished } from 'vitest'
import type { CommandInput } from '../shared/contract/commands'
import type { Thread } from '../shared/domain/thread'
import type { Worktree } from '../shared/domain/worktree'
import type { Script } from '../simulator/script/script'
import { type RepositoryOptions, type TemporaryRepository, temporaryRepository } from './temporary-repository'
import { openSession, startTestHost, type TestClient, type TestHost, type TestHostOptions } from './test-host'

export interface RepositoryTalk extends TestHost {
  repository: TemporaryRepository
  folder: string
  projectId: string
  sessionId: string
  threadId: string
}

type Options = TestHostOptions & {
  repository?: RepositoryOptions
  session?: Partial<CommandInput<'session.create'>>
}

/** A repository with one commit (or none), gone when the test has finished. */
export function testRepository(options: RepositoryOptions | 'without files' = {}): TemporaryRepository {
  const repository = temporaryRepository(options === 'without files' ? {} : { files: { 'a.txt': 'one\n' }, ...options })
  onTestFinished(() => repository.remove())
  return repository
}

/** Starts a host whose model follows a script, and a session in a repository in which every tool may run unasked. */
export async function talkInRepository(script: Script, options: Options = {}): Promise<RepositoryTalk> {
  const repository = testRepository(options.repository)
  const app = await startTestHost({ ...options, simulator: { ...options.simulator, script } })
  const more = { permissionMode: 'bypassPermissions' as const, ...options.session }
  const ids = await openSession(app.client, repository.folder, more)
  return { ...app, ...ids, repository, folder: repository.folder }
}

/** Starts one fork in a worktree of its own and waits until it is in a state. */
export async function forkInWorktree(
  { client, threadId }: Pick<RepositoryTalk, 'client' | 'threadId'>,
  directive: string,
  ...states: Thread['state'][]
): Promise<{ id: string; worktree: Worktree }> {
  const { threadIds } = await client.call('fork.start', { threadId, directives: [directive], isolation: 'worktree' })
  const [id = ''] = threadIds
  if (states.length > 0) await client.state(id, ...states)
  return { id, worktree: worktreeOf(client, id) }
}

/** The worktree of a thread as the client knows it. */
export function worktreeOf(client: TestClient, threadId: string): Worktree {
  const worktree = client.thread(threadId)?.worktree
  if (!worktree) throw new Error(`${threadId} has no worktree`)
  return worktree
}
