// One client's connection: its requests parsed and answered, its subscriptions served in order.
import { COMMANDS, type CommandName, isCommandName } from '../../shared/contract/commands'
import type { HostEvent, ItemDelta, StoredEvent } from '../../shared/contract/events'
import { type Failure, FailureError } from '../../shared/contract/failure'
import { type HostFrame, type RequestFrame, requestFrame } from '../../shared/contract/frames'
import { logIncident } from '../services/incident'
import type { Log } from '../services/ports/log'
import type { Store } from '../store/store'
import { describeIssues } from './describe-issues'
import type { HostConnection } from './host'

/** Runs a command whose input was parsed. */
export type Execute = (name: CommandName, input: unknown) => Promise<unknown>

interface Subscription {
  /** The number of the last event that was sent. */
  sent: number
  /** Whether it has caught up, so that live events may follow. */
  live: boolean
}

const BACKLOG_BATCH = 500

export class ClientConnection implements HostConnection {
  private readonly subscriptions = new Map<string, Subscription>()
  private open = true

  constructor(
    private readonly parts: { store: Store; log: Log },
    private readonly execute: Execute,
    private readonly sink: (frame: HostFrame) => void,
    private readonly onClose: (connection: ClientConnection) => void,
  ) {}

  receive(frame: unknown): void {
    const parsed = requestFrame.safeParse(frame)
    if (!parsed.success) {
      this.send({ id: idOf(frame), ok: false, failure: describeIssues(parsed.error, 'The frame') })
      return
    }
    void this.answer(parsed.data)
  }

  /** Sends committed events to whoever follows their session; events without a session go to all. */
  publish(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.sessionId === null) {
        this.sendEvent(event)
        continue
      }
      const subscription = this.subscriptions.get(event.sessionId)
      if (!subscription?.live || event.seq <= subscription.sent) continue
      subscription.sent = event.seq
      this.sendEvent(event)
    }
  }

  publishDelta(delta: ItemDelta): void {
    if (this.subscriptions.get(delta.sessionId)?.live) this.sendEvent(delta)
  }

  close(): void {
    if (!this.open) return
    this.open = false
    this.subscriptions.clear()
    this.onClose(this)
  }

  private async answer(frame: RequestFrame): Promise<void> {
    try {
      if (!isCommandName(frame.command))
        throw new FailureError('unknown_command', `There is no command ${frame.command}.`, { command: frame.command })
      const input = COMMANDS[frame.command].input.safeParse(frame.input ?? {})
      if (!input.success) {
        this.send({ id: frame.id, ok: false, failure: describeIssues(input.error, frame.command) })
        return
      }
      const result = await this.execute(frame.command, input.data)
      this.send({ id: frame.id, ok: true, result })
      if (frame.command === 'session.subscribe') this.follow(input.data as { sessionId: string; fromSeq: number })
    } catch (error) {
      this.send({ id: frame.id, ok: false, failure: this.failureOf(frame.command, error) })
    }
  }

  private failureOf(command: string, error: unknown): Failure {
    if (error instanceof FailureError) return error.failure
    const incident = logIncident(this.parts.log, 'command.failed', error, { command })
    return { code: 'internal', message: `Something went wrong inside the app (${incident}).`, incident }
  }

  private follow({ sessionId, fromSeq }: { sessionId: string; fromSeq: number }): void {
    // A number from another data folder, or from before a backup was put back, would leave the client deaf.
    const subscription: Subscription = { sent: Math.min(fromSeq, this.parts.store.seqOf(sessionId)), live: false }
    this.subscriptions.set(sessionId, subscription)
    this.catchUp(sessionId, subscription)
  }

  /** Sends the backlog in batches, giving the loop air between them; goes live in the same tick that finds no more. */
  private catchUp(sessionId: string, subscription: Subscription): void {
    if (!this.open || this.subscriptions.get(sessionId) !== subscription) return
    const events = this.parts.store.eventsAfter(sessionId, subscription.sent, BACKLOG_BATCH)
    for (const event of events) {
      subscription.sent = event.seq
      this.sendEvent(event)
    }
    if (events.length < BACKLOG_BATCH) subscription.live = true
    else setImmediate(() => this.catchUp(sessionId, subscription))
  }

  private sendEvent(event: HostEvent): void {
    this.send({ event })
  }

  private send(frame: HostFrame): void {
    if (this.open) this.sink(frame)
  }
}

function idOf(frame: unknown): number | null {
  if (typeof frame !== 'object' || frame === null || !('id' in frame)) return null
  return typeof frame.id === 'number' && Number.isSafeInteger(frame.id) ? frame.id : null
}
