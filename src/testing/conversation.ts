// Talking with a whole host in tests: one session on a folder of its own, and what a person does in it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommandInput } from '../shared/contract/commands'
import { LIVE_STATES } from '../shared/domain/live-states'
import type { Thread } from '../shared/domain/thread'
import type { Item } from '../shared/domain/turn'
import type { Script } from '../simulator/script/script'
import { temporaryFolder } from './temporary-store'
import { openSession, startTestHost, type TestClient, type TestHost, type TestHostOptions } from './test-host'

/** A folder outside of git with some files. */
export function plainFolder(files: Record<string, string> = {}): string {
  const folder = join(temporaryFolder(), 'project')
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

export interface Conversation extends TestHost {
  sessionId: string
  threadId: string
  folder: string
  /** Closes the host, opens it again on the same data, and follows the session anew. */
  reopen(): Promise<TestClient>
}

/** Starts a host whose model follows a script, and a session in which every tool may run unasked. */
export async function converse(
  script: Script,
  options: TestHostOptions & { files?: Record<string, string>; session?: Partial<CommandInput<'session.create'>> } = {},
): Promise<Conversation> {
  const app = await startTestHost({ ...options, simulator: { ...options.simulator, script } })
  const folder = plainFolder(options.files)
  const more = { permissionMode: 'bypassPermissions' as const, ...options.session }
  const { sessionId, threadId } = await openSession(app.client, folder, more)
  return {
    ...app,
    sessionId,
    threadId,
    folder,
    async reopen() {
      const { client } = await app.restart()
      await client.call('session.subscribe', { sessionId })
      return client
    },
  }
}

/** Resolves when nothing of a thread runs or waits to run. */
export function atRest(client: TestClient, threadId: string): Promise<Thread> {
  return client.until(() => {
    const thread = client.thread(threadId)
    return thread && !LIVE_STATES.has(thread.state) ? thread : undefined
  }, `${threadId} at rest`)
}

/** Sends a message and waits for the end of its turn. */
export async function say(client: TestClient, threadId: string, text: string): Promise<Thread> {
  await client.call('turn.send', { threadId, text })
  return atRest(client, threadId)
}

/** Starts forks without worktrees; the session's own folder is shared. */
export async function forkOff(
  client: TestClient,
  threadId: string,
  directives: string[],
  more: Partial<CommandInput<'fork.start'>> = {},
): Promise<string[]> {
  const { threadIds } = await client.call('fork.start', { threadId, directives, isolation: 'none', ...more })
  return threadIds
}

/** All items of a thread, in order. */
export async function itemsOf(client: TestClient, threadId: string): Promise<Item[]> {
  const { turns } = await client.call('thread.read', { threadId })
  return turns.flatMap((turn) => turn.items)
}
