// What a person does to a thread: send, interrupt, stop, resume.
import { FailureError } from '../../../shared/contract/failure'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import { threadState } from '../../../shared/domain/thread'
import type { UserItem } from '../../../shared/domain/turn'
import type { ThreadRecord, TurnRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import { giveAttachments, type OutgoingAttachment } from '../attachments/outgoing'
import type { ForkScheduler } from '../fork/fork-scheduler'
import type { HostParts } from '../host-parts'
import { insertResult, NO_FACTS } from '../results-home'
import { projectOfThread, threadOf } from '../threads'
import { isStoreFull } from '../turn/patient-commit'
import { SHUTDOWN, settleTurn } from '../turn/settle'
import type { TurnRunner } from '../turn/turn-runner'
import { changeThread, turnView } from '../views'
import type { Worktrees } from '../worktrees'
import { wakeFor } from './wake'

export interface Message {
  threadId: string
  turnId?: string
  text: string
  steer: boolean
  /** A message of the parent's model is marked as such; it is never an approval. */
  origin: 'person' | 'app'
  /** What goes with it. */
  attachments?: readonly OutgoingAttachment[]
  remember?(result: SendResult): void
}

/** How a thread is taken up again. */
export interface Resumption {
  threadId: string
  /** A further message; without one it goes on where it stood. */
  text?: string | undefined
  /** The name of the message's turn. */
  turnId?: string | undefined
  /** What goes with the message. */
  attachments?: readonly OutgoingAttachment[]
  origin?: Message['origin']
  /** Called with the turn, for a message in the transaction that stores it. */
  remember?(turnId: string): void
}

export interface SendResult {
  turnId: string
  queued: boolean
  steered: boolean
}

const CONTINUE = '<system-reminder>Continue from where you stopped.</system-reminder>'

export class ThreadControl {
  /** Called after a thread was made to halt: what it left running is to end. */
  onHalted: (threadId: string) => void = () => {}

  constructor(
    private readonly parts: HostParts,
    private readonly runner: TurnRunner,
    private readonly scheduler: ForkScheduler,
    private readonly worktrees: Worktrees,
  ) {}

  /** Whether something of a thread runs or waits to run, also a call that waits for its approval since before a restart. */
  live(thread: ThreadRecord): boolean {
    const waits = thread.state === 'waiting-approval' && this.parts.store.approvals.openOfThread(thread.id).length > 0
    return this.runner.running(thread.id) !== undefined || this.scheduler.waits(thread.id) || waits
  }

  /**
   * Sends a person's message: at once, queued behind what runs, or steered into it. The text is stored before anything
   * else happens.
   */
  async send(message: Message): Promise<SendResult> {
    const thread = threadOf(this.parts.store, message.threadId)
    this.refuseDiscarded(thread)
    await this.parts.provider(projectOfThread(this.parts.store, thread).id)
    this.refuseDiscarded(threadOf(this.parts.store, thread.id))
    const run = this.runner.running(thread.id)
    if (message.steer && run) return this.steer(thread, run.turnId, message)
    const live = this.live(threadOf(this.parts.store, thread.id))
    const turn = this.addTurn(thread, message, live)
    if (!live) await this.startNext(thread.id)
    return { turnId: turn.id, queued: live, steered: false }
  }

  /** Runs the oldest queued turn of a thread that is at rest. */
  async startNext(threadId: string): Promise<void> {
    const thread = threadOf(this.parts.store, threadId)
    if (this.runner.running(threadId) || this.scheduler.waits(threadId)) return
    const next = this.parts.store.turns.queued(threadId)[0]
    if (next) this.launch(thread, next.id)
  }

  /**
   * Lets a sibling go that waits for its leader. One that has left already is where it was to be, so a second call is
   * harmless.
   *
   * @throws FailureError `conflict` for a thread that waits for no sibling
   */
  startNow(threadId: string): void {
    const thread = threadOf(this.parts.store, threadId)
    if (this.scheduler.startNow(threadId)) return
    if (thread.groupId !== null && this.runner.running(threadId)) return
    const waits = this.scheduler.waits(threadId) ? 'it waits for a place in line' : 'it waits for nothing'
    throw new FailureError('conflict', `This thread does not wait for a sibling: ${waits}.`, {
      threadId,
      state: thread.state,
    })
  }

  /** Ends what a thread does now; it can be resumed. Nothing happens to a thread at rest. */
  interrupt(threadId: string): void {
    this.halt(threadOf(this.parts.store, threadId), INTERRUPTION)
  }

  /** Stops a thread: it goes on only when the person says so, and its parent is told. */
  stop(threadId: string): void {
    const thread = threadOf(this.parts.store, threadId)
    const stopped = this.halt(thread, stopOf(thread))
    if (stopped && thread.parentId) wakeFor(this.parts, this.runner, threadOf(this.parts.store, thread.parentId))
  }

  /** Stops whatever runs or waits in a session. Nothing goes on because of it: no place in line is filled, no parent woken. */
  stopAll(sessionId: string): string[] {
    const live = this.parts.store.threads.ofSession(sessionId).filter((thread) => this.live(thread))
    const inLine = live.filter((thread) => this.scheduler.waits(thread.id))
    for (const thread of new Set([...inLine, ...live])) this.halt(thread, stopOf(thread))
    return live.map((thread) => thread.id)
  }

  /** Marks everything that runs or waits in line as interrupted by shutdown; open approvals stay open. */
  shutdown(): void {
    const { store } = this.parts
    this.runner.close()
    for (const thread of store.threads.inStates(threadState.options.filter((state) => LIVE_STATES.has(state)))) {
      const settlement = { ...SHUTDOWN, threadId: thread.id }
      const waiting = this.scheduler.withdraw(thread.id)
      if (this.runner.end(settlement) || waiting === null) continue
      try {
        store.commit((tx) => settleTurn(this.parts, tx, { ...settlement, turnId: waiting, live: null }))
      } catch (error) {
        // The app closes all the same; its next start finds the turn as a crash would have left it.
        if (!isStoreFull(error)) throw error
      }
    }
  }

  /**
   * Goes on where a thread stood, or with a further message.
   *
   * @throws FailureError `thread.running`, `thread.nothing_to_resume`, `worktree.missing`, `worktree.busy`, `provider.no_key`
   */
  async resume({
    threadId,
    text,
    turnId,
    attachments,
    origin = 'person',
    remember = () => {},
  }: Resumption): Promise<string> {
    const { store } = this.parts
    const thread = threadOf(store, threadId)
    this.refuseLive(thread)
    this.refuseDiscarded(thread)
    await this.worktrees.restore(thread)
    if (text !== undefined) {
      const named = turnId ? { turnId } : {}
      const said = { threadId, text, steer: false, origin, ...(attachments ? { attachments } : {}), ...named }
      return (await this.send({ ...said, remember: (sent) => remember(sent.turnId) })).turnId
    }
    await this.parts.provider(projectOfThread(store, thread).id)
    // Meanwhile somebody else may have taken it up, or away.
    this.refuseLive(threadOf(store, threadId))
    this.refuseDiscarded(threadOf(store, threadId))
    const turn = this.turnToResume(thread)
    this.continueAfterModel(thread, turn)
    this.launch(thread, turn.id)
    store.commit(() => remember(turn.id))
    return turn.id
  }

  private turnToResume(thread: ThreadRecord): TurnRecord {
    const turns = this.parts.store.turns.ofThread(thread.id)
    const turn = turns.findLast((other) => other.state !== 'queued') ?? turns.find((other) => other.state === 'queued')
    const queued = turns.find((other) => other.state === 'queued')
    // A turn that is `running` without a run lost its end to a full disk; it can be taken up like an interrupted one.
    const resumable = turn !== undefined && turn.state !== 'done'
    const chosen = resumable ? turn : queued
    if (!chosen)
      throw new FailureError(
        'thread.nothing_to_resume',
        'This thread has ended its turn; send it a message to go on.',
        {
          threadId: thread.id,
        },
      )
    return chosen
  }

  /** A request must end on a user message: where the history ends with the model's own words, it is told to go on. */
  private continueAfterModel(thread: ThreadRecord, turn: TurnRecord): void {
    const { store, ids, clock } = this.parts
    const last = store.blocks.last(thread.id)
    const waits = store.pendingTexts.of(thread.id).length + store.toolCalls.unsealed(thread.id).length > 0
    if (last?.role !== 'assistant' || turn.state === 'queued' || waits) return
    store.commit(() =>
      store.pendingTexts.add({
        id: ids.next('item'),
        threadId: thread.id,
        turnId: turn.id,
        origin: 'app',
        text: CONTINUE,
        sealedAt: null,
        createdAt: clock.now(),
      }),
    )
  }

  private launch(thread: ThreadRecord, turnId: string): void {
    if (WORKERS.has(thread.kind)) this.scheduler.enqueue([{ threadId: thread.id, turnId }])
    else {
      this.worktrees.begin(thread.id)
      this.runner.start(thread.id, turnId)
    }
  }

  /** Ends what a thread does. Answers whether it did something. */
  private halt(thread: ThreadRecord, { state, reason, report }: Halt): boolean {
    const { store } = this.parts
    const settlement = {
      threadId: thread.id,
      cause: 'person' as const,
      threadState: state,
      reason,
      keepApprovals: false,
    }
    const run = this.runner.running(thread.id)
    const runId = run?.id ?? this.parts.ids.next('run')
    const also = (tx: Commit) => {
      if (report) insertResult(this.parts, thread.id, runId, 'stopped', NO_FACTS)
      void tx
    }
    const waiting = this.scheduler.withdraw(thread.id)
    if (run) this.runner.end(settlement, also)
    else if (waiting !== null || LIVE_STATES.has(thread.state)) {
      const turnId = waiting ?? store.turns.running().find((turn) => turn.threadId === thread.id)?.id
      if (turnId === undefined) return false
      store.commit((tx) => {
        settleTurn(this.parts, tx, { ...settlement, turnId, live: null })
        also(tx)
      })
    } else return false
    this.scheduler.ended(thread.id)
    this.onHalted(thread.id)
    return true
  }

  private steer(thread: ThreadRecord, turnId: string, message: Message): SendResult {
    const result: SendResult = { turnId, queued: false, steered: true }
    const id = this.parts.ids.next('item')
    this.parts.store.commit((tx) => {
      giveAttachments(this.parts, thread.id, id, message.attachments ?? [])
      this.parts.store.pendingTexts.add({
        id,
        threadId: thread.id,
        turnId,
        origin: message.origin,
        text: message.text,
        sealedAt: null,
        createdAt: this.parts.clock.now(),
      })
      this.addUserItem(tx, thread, turnId, message)
      this.countWakes(thread, message, true)
      message.remember?.(result)
    })
    return result
  }

  private addTurn(thread: ThreadRecord, message: Message, queued: boolean): TurnRecord {
    const { store, ids, clock } = this.parts
    if (message.turnId && store.turns.get(message.turnId))
      throw new FailureError('conflict', `The turn ${message.turnId} exists already, with another input.`)
    const turn: TurnRecord = {
      id: message.turnId ?? ids.next('turn'),
      threadId: thread.id,
      n: store.turns.nextN(thread.id),
      state: 'queued',
      input: message.text,
      fromModel: message.origin === 'app',
      forkPosition: null,
      startedAt: clock.now(),
      endedAt: null,
    }
    store.commit((tx) => {
      store.turns.insert(turn)
      giveAttachments(this.parts, thread.id, turn.id, message.attachments ?? [])
      tx.emit({ type: 'turn.created', sessionId: thread.sessionId, threadId: thread.id, turn: turnView(turn) })
      this.addUserItem(tx, thread, turn.id, message)
      this.countWakes(thread, message, queued)
      store.sessions.touch(thread.sessionId, clock.now())
      if (!queued) changeThread(store, tx, thread.id, { stateReason: null })
      message.remember?.({ turnId: turn.id, queued, steered: false })
    })
    return turn
  }

  /** A person's words let models wake each other anew; a model's message that wakes a thread is counted. */
  private countWakes({ id, sessionId }: ThreadRecord, { origin }: Message, awake: boolean): void {
    const { modelWakes } = this.parts.store
    if (origin === 'person') modelWakes.forget(sessionId)
    else if (!awake) modelWakes.add(id, sessionId)
  }

  private addUserItem(tx: Commit, thread: ThreadRecord, turnId: string, { text, attachments = [] }: Message): void {
    const { store, ids, clock } = this.parts
    const attached = attachments.map(({ attachment }) => attachment)
    const item: UserItem = {
      id: ids.next('item'),
      turnId,
      at: clock.now(),
      kind: 'user',
      text,
      ...(attached.length > 0 ? { attachments: attached } : {}),
    }
    store.items.add(thread.id, item)
    tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: thread.id, item })
  }

  private refuseLive(thread: ThreadRecord): void {
    if (!this.live(thread)) return
    throw new FailureError('thread.running', 'This thread is running or waits for an approval.', {
      threadId: thread.id,
    })
  }

  private refuseDiscarded(thread: ThreadRecord): void {
    const facts = { threadId: thread.id }
    if (thread.state === 'discarded')
      throw new FailureError(
        'worktree.missing',
        'This thread was discarded; its worktree is in the rescued folder.',
        facts,
      )
    if (this.worktrees.leaves(thread))
      throw new FailureError('worktree.busy', 'The worktree of this thread is just being discarded.', facts)
  }
}

/** Threads that wait for a place in line. */
const WORKERS: ReadonlySet<ThreadRecord['kind']> = new Set(['fork', 'agent', 'island'])

/** How a thread is made to halt, and whether its parent is told. */
interface Halt {
  state: 'interrupted' | 'stopped'
  reason: string
  report: boolean
}

const INTERRUPTION: Halt = { state: 'interrupted', reason: 'Interrupted by you.', report: false }

/** A person's own threads are at rest when they are stopped; workers stay stopped. */
function stopOf({ kind }: ThreadRecord): Halt {
  const talks = kind === 'main' || kind === 'branch'
  return { state: talks ? 'interrupted' : 'stopped', reason: 'Stopped by you.', report: !talks }
}
