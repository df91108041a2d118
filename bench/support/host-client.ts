// Owns one connection to the app: the same frames on the same socket as its page.
import { once } from 'node:events'
import type { CommandInput, CommandName, CommandResult } from '../../src/shared/contract/commands'
import type { HostEvent } from '../../src/shared/contract/events'
import type { HostFrame } from '../../src/shared/contract/frames'
import { LIVE_STATES } from '../../src/shared/domain/live-states'
import type { Thread } from '../../src/shared/domain/thread'

const WAIT_MS = 120_000

export class HostClient {
  private readonly threads = new Map<string, Thread>()
  private readonly waiting = new Map<number, (frame: HostFrame) => void>()
  private readonly listeners = new Set<(event: HostEvent) => void>()
  private id = 0

  private constructor(private readonly socket: WebSocket) {
    socket.addEventListener('message', (message) => this.take(String(message.data)))
  }

  static async connect(url: string): Promise<HostClient> {
    const socket = new WebSocket(url)
    await once(socket, 'open')
    return new HostClient(socket)
  }

  /** Characters of the last answer, as they came over the socket. */
  lastAnswerChars = 0

  /** Calls a command; throws with its failure. */
  async call<Name extends CommandName>(command: Name, input: CommandInput<Name>): Promise<CommandResult<Name>> {
    const id = ++this.id
    const frame = await new Promise<HostFrame>((resolve) => {
      this.waiting.set(id, resolve)
      this.socket.send(JSON.stringify({ id, command, input }))
    })
    if ('ok' in frame && frame.ok) return frame.result as CommandResult<Name>
    throw new Error(`${command}: ${JSON.stringify('ok' in frame && !frame.ok ? frame.failure : frame)}`)
  }

  /** Hears every event of the sessions that were subscribed to. */
  onEvent(listener: (event: HostEvent) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Follows a session from what is stored of it now. */
  async follow(sessionId: string): Promise<void> {
    const { seq } = await this.call('session.read', { sessionId })
    await this.call('session.subscribe', { sessionId, fromSeq: seq })
  }

  /** Opens a folder, makes a session in it in which every tool may run unasked, and follows it. */
  async openSession(
    folder: string,
    more: Partial<CommandInput<'session.create'>> = {},
  ): Promise<{ sessionId: string; threadId: string }> {
    const { projectId } = await this.call('project.open', { path: folder })
    const made = await this.call('session.create', { projectId, permissionMode: 'bypassPermissions', ...more })
    await this.follow(made.sessionId)
    return made
  }

  /** Sends a message and waits for the end of its turn. */
  async say(threadId: string, text: string): Promise<void> {
    await this.call('turn.send', { threadId, text })
    await this.atRest([threadId])
  }

  /** A thread as the last event told of it; undefined before one did. */
  thread(threadId: string): Thread | undefined {
    return this.threads.get(threadId)
  }

  /** Resolves when nothing of these threads runs or waits to run; throws when one of them failed. */
  atRest(threadIds: readonly string[]): Promise<void> {
    return this.until(() => {
      const threads = threadIds.map((id) => this.threads.get(id))
      const failed = threads.find((thread) => thread?.state === 'failed' || thread?.state === 'interrupted')
      if (failed) throw new Error(`${failed.title} ${failed.state}: ${failed.stateReason}`)
      return threads.every((thread) => thread && !LIVE_STATES.has(thread.state))
    })
  }

  /** Resolves when `holds` does; asked again after every event. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        stop()
        settle()
      }
      const timer = setTimeout(() => end(() => reject(new Error('what was waited for did not come about'))), WAIT_MS)
      const look = () => {
        try {
          if (holds()) end(resolve)
        } catch (error) {
          end(() => reject(error))
        }
      }
      const stop = this.onEvent(look)
      look()
    })
  }

  close(): void {
    this.socket.close()
  }

  private take(text: string): void {
    const frame = JSON.parse(text) as HostFrame
    if ('event' in frame) {
      const { event } = frame
      if (event.type === 'thread.created' || event.type === 'thread.changed')
        this.threads.set(event.threadId, event.thread)
      for (const listen of [...this.listeners]) listen(event)
      return
    }
    this.lastAnswerChars = text.length
    if (frame.id === null) return
    this.waiting.get(frame.id)?.(frame)
    this.waiting.delete(frame.id)
  }
}
