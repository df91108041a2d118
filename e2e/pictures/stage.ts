// Makes what the pictures show, by the same commands as a page: folders, sessions, messages and forks with names that stay the same.
import { formatId } from '../../src/shared/domain/format-id'
import type { Isolation, PermissionMode, Thread, ThreadState } from '../../src/shared/domain/thread'
import type { Step } from '../../src/simulator/script/builders'
import type { Reply } from '../../src/simulator/script/reply'
import type { HostSocket } from '../support/host-socket'
import type { PictureApp } from './picture-app'

/** Between two things a person does. */
const STEP_MS = 11_000

interface Forking {
  kind?: 'fork' | 'branch'
  isolation?: Isolation
  /** What each is waited for to become. */
  until?: ThreadState
}

/** An answer that takes so long. One thread at a time works meanwhile, or the pictures would differ. */
export function after(app: PictureApp, ms: number, answer: Reply): Step {
  return async () => {
    await app.advance(ms)
    return answer
  }
}

export class Stage {
  private minted = 0

  constructor(private readonly app: PictureApp) {}

  private get host(): HostSocket {
    return this.app.host
  }

  /** Opens a folder and a session in it, and follows that. */
  async session(folder: string, permissionMode: PermissionMode, title?: string) {
    const { projectId } = await this.host.call('project.open', { path: folder })
    const opened = await this.host.call('session.create', { projectId, permissionMode, title })
    await this.host.call('session.subscribe', { sessionId: opened.sessionId })
    return { projectId, ...opened }
  }

  /** Sends a message and waits for the end of its turn, or for another state. Answers the turn. */
  async say(threadId: string, text: string, until: ThreadState = 'idle'): Promise<string> {
    await this.app.advance(STEP_MS)
    const since = this.host.events.length
    const { turnId } = await this.host.call('turn.send', { threadId, text })
    await this.state(threadId, until, since)
    return turnId
  }

  /** Forks a turn; the names of threads, and so of branches, are the same in every run. */
  async fork(threadId: string, turnId: string, directives: string[], how: Forking = {}): Promise<string[]> {
    await this.app.advance(STEP_MS)
    const { until = 'done', ...options } = how
    const threadIds = directives.map(() => this.mintThread())
    await this.host.call('fork.start', { threadId, turnId, directives, threadIds, ...options })
    for (const id of threadIds) await this.state(id, until)
    return threadIds
  }

  /** Waits until a thread is in a state: from the beginning, or from an event on. */
  state(threadId: string, state: ThreadState, since = 0): Promise<Thread> {
    return this.thread(threadId, (thread) => thread.state === state, `${threadId} ${state}`, since)
  }

  /** Waits until a thread is as is asked; what it was before `since` does not count. */
  async thread(threadId: string, is: (thread: Thread) => boolean, what: string, since = 0): Promise<Thread> {
    const last = () => {
      const told = this.host.events.slice(since)
      const event = told.findLast((each) => 'thread' in each && each.thread.id === threadId)
      return event && 'thread' in event ? event.thread : null
    }
    try {
      return await this.host.until(() => {
        const thread = last()
        return thread && is(thread) ? thread : null
      }, what)
    } catch (error) {
      throw new Error(`${what} did not come about; it is ${JSON.stringify(last())}`, { cause: error })
    }
  }

  /** Waits until a call of a thread has printed something. */
  async output(threadId: string): Promise<void> {
    await this.host.until(
      () =>
        this.host.events.some(
          (event) => event.type === 'item.delta' && event.threadId === threadId && event.channel === 'output',
        ),
      'output of a call',
    )
  }

  private mintThread(): string {
    this.minted += 1
    const tail = Array.from({ length: 16 }, (_, place) => (this.minted * 37 + place * 11) % 32)
    // Earlier than all the host mints itself, in the order of their making.
    return formatId('thread', Date.UTC(2026, 10, 1) + this.minted, Uint8Array.from(tail))
  }
}
