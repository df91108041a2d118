// Starting forks and branches: everything a new thread needs stands in the one transaction that creates it.
import { directiveText, titleFrom } from '../../../core/fork/child-instruction'
import { modelForkMessage, type NewBlock, personForkMessage } from '../../../core/fork/plan-fork'
import { FailureError } from '../../../shared/contract/failure'
import type { Isolation, StartedBy } from '../../../shared/domain/thread'
import type { ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import type { WorktreePlan } from '../ports/git'
import type { PromptFacts } from '../ports/prompt-facts'
import { projectOfThread, sessionOf } from '../threads'
import {
  choiceAt,
  cloneEpoch,
  insertFirstEpoch,
  readyImported,
  type Surroundings,
  surroundingsOf,
} from '../turn/epochs'
import { appendBlocks } from '../turn/history'
import { sealResults } from '../turn/sealing'
import { announceSession, threadView, turnView } from '../views'
import { worktreeBar } from '../worktree-bar'
import type { Worktrees } from '../worktrees'
import { type ForkOrigin, personOrigin } from './inheritance'

export interface ForkOrder {
  parent: ThreadRecord
  turnId?: string
  directives: readonly string[]
  kind: 'fork' | 'branch'
  isolation?: Isolation
  reportBack: boolean
  startedBy: StartedBy
  /** The call of the model that starts the fork. */
  spawnToolUseId: string | null
  /** Names the person's client minted. */
  threadIds?: readonly string[]
  title?: string
  groupId: string
  /** How many orders' threads the group has; without it, this order's. */
  groupSize?: number
  /** For a branch: whether the directive is sent as its first message, or only names it. */
  sendDirective: boolean
  /** Called within the transaction, so that a repeated command finds its answer. */
  remember?(threadIds: string[]): void
}

type ForkParts = HostParts & { promptFacts: PromptFacts }

interface Child {
  thread: ThreadRecord
  plan: WorktreePlan | null
}

/** Threads that are fully thought out and not stored yet. */
export interface PreparedForks {
  order: ForkOrder
  origin: ForkOrigin
  children: Child[]
  around: Surroundings | null
}

export interface StartedThread {
  threadId: string
  turnId: string | null
}

export class Forks {
  constructor(
    private readonly parts: ForkParts,
    private readonly worktrees: Worktrees,
  ) {}

  /**
   * Creates the threads of an order, in its order and in one transaction; nothing is sent yet.
   *
   * @throws FailureError `fork.*`, `worktree.*`, `conflict`
   */
  async create(order: ForkOrder): Promise<StartedThread[]> {
    const prepared = await this.prepare(order)
    return this.parts.store.commit((tx) => this.insert(tx, prepared))
  }

  /**
   * Finds out everything the threads need; orders may be prepared side by side. Nothing is stored yet.
   *
   * @param known where the forks leave, when the caller has found it out already
   */
  async prepare(order: ForkOrder, known?: ForkOrigin): Promise<PreparedForks> {
    const { store, clock } = this.parts
    const at = clock.now() // before anything is waited for: siblings are as old as their order says
    this.refuse(order)
    if (!known) await sealResults(this.parts, order.parent)
    await readyImported(this.parts, order.parent)
    const origin = known ?? personOrigin(store, order.parent, order.turnId)
    const isolation = await this.isolationOf(order)
    const children = await Promise.all(
      order.directives.map((directive, n) => this.child(order, origin, isolation, directive, n, at)),
    )
    const around = children.some((child) => child.thread.fallback)
      ? await surroundingsOf(this.parts, order.parent)
      : null
    return { order, origin, children, around }
  }

  /** Stores what was prepared, each thread with its first turn (a branch without a message has none yet); within a commit. */
  insert(tx: Commit, { order, origin, children, around }: PreparedForks): StartedThread[] {
    this.refuseTaken(order) // while this one was prepared, another order may have used a name
    for (const child of children) this.insertOne(tx, order, origin, child, around)
    const ids = children.map((child) => child.thread.id)
    order.remember?.(ids)
    announceSession(this.parts.store, tx, order.parent.sessionId)
    return ids.map((threadId) => ({ threadId, turnId: this.parts.store.turns.last(threadId)?.id ?? null }))
  }

  private refuse(order: ForkOrder): void {
    const session = sessionOf(this.parts.store, order.parent.sessionId)
    if (order.kind === 'fork' && !this.parts.forkMode(session))
      throw new FailureError(
        'fork.off',
        'Fork mode is off (for this session, in the settings, or by TINE_FORK_SUBAGENT=0).',
      )
    if (order.kind === 'fork' && session.coordinator)
      throw new FailureError('fork.coordinator', 'A coordinator session delegates to fresh agents; it is not forked.')
    this.refuseTaken(order)
  }

  private refuseTaken(order: ForkOrder): void {
    for (const id of order.threadIds ?? [])
      if (this.parts.store.threads.get(id))
        throw new FailureError('conflict', `The thread ${id} exists already, with another input.`, { threadId: id })
  }

  private async isolationOf(order: ForkOrder): Promise<Isolation> {
    const wanted = order.isolation ?? this.parts.settings()['fork.isolation']
    if (wanted) return wanted
    const { folder } = this.worktrees.place(order.parent)
    return worktreeBar(await this.parts.git.findRepository(folder)) === null ? 'worktree' : 'none'
  }

  private async child(
    order: ForkOrder,
    origin: ForkOrigin,
    isolation: Isolation,
    directive: string,
    n: number,
    at: number,
  ): Promise<Child> {
    const { store, ids } = this.parts
    const { parent } = order
    const id = order.threadIds?.[n] ?? ids.next('thread')
    const title = order.title ?? (titleFrom(directive) || 'Fork')
    const plan = isolation === 'worktree' ? await this.worktrees.plan(parent, id, title) : null
    const fallback = order.kind === 'fork' && store.epochs.current(parent.id) === undefined
    const thread: ThreadRecord = {
      id,
      sessionId: parent.sessionId,
      parentId: parent.id,
      kind: order.kind,
      title,
      directive,
      branchTurnId: origin.turnId,
      branchPosition: origin.inheritance.position,
      branchMessage: origin.inheritance.messages,
      branchLink: origin.link,
      state: order.kind === 'branch' && !order.sendDirective ? 'idle' : 'queued',
      stateReason: null,
      endCause: null,
      resumable: false,
      steps: 0,
      ...choiceAt(store, parent, origin.inheritance.position),
      permissionMode: parent.permissionMode,
      isolation,
      startedBy: order.startedBy,
      spawnToolUseId: order.spawnToolUseId,
      groupId: order.groupId,
      groupSize: order.groupSize ?? order.directives.length,
      reportBack: order.reportBack,
      fallback,
      activity: null,
      createdAt: at,
      endedAt: null,
      silentSince: null,
      broughtBackAt: null,
      report: null,
      agentType: null,
      stepLimit: null,
      islandSource: null,
      toolServers: parent.toolServers,
      toolsDue: false,
      archivedAt: null,
    }
    return { thread, plan }
  }

  private insertOne(tx: Commit, order: ForkOrder, origin: ForkOrigin, child: Child, around: Surroundings | null): void {
    const { store } = this.parts
    const { thread, plan } = child
    store.threads.insert(thread)
    if (plan) this.worktrees.store(plan, projectOfThread(store, thread).id)
    else store.fileReads.inherit(order.parent.id, thread.id)
    if (thread.fallback && around) insertFirstEpoch(this.parts, thread, around)
    else cloneEpoch(this.parts, order.parent.id, thread.id, thread.branchPosition)
    tx.emit({
      type: 'thread.created',
      sessionId: thread.sessionId,
      threadId: thread.id,
      thread: threadView(store, thread),
    })
    const directive = thread.directive ?? ''
    if (order.kind === 'fork') this.firstTurn(tx, thread, directive, this.forkMessage(order, origin, thread, directive))
    else this.openBranch(tx, order, thread, origin.closings, directive)
    if (plan && plan.notes.length > 0) this.notice(tx, thread, plan.notes)
  }

  /** What of the parent's folder does not travel into the worktree is said, not silently missing. */
  private notice(tx: Commit, thread: ThreadRecord, notes: readonly string[]): void {
    const { store, ids } = this.parts
    const turnId = store.turns.last(thread.id)?.id
    if (turnId === undefined) return
    const item = {
      id: ids.next('item'),
      turnId,
      at: thread.createdAt,
      kind: 'notice' as const,
      level: 'info' as const,
      text: `Not carried into the worktree: ${notes.join('; ')}.`,
    }
    store.items.add(thread.id, item)
    tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: thread.id, item })
  }

  private forkMessage(order: ForkOrder, origin: ForkOrigin, thread: ThreadRecord, directive: string): NewBlock[] {
    const here = this.worktrees.place(thread)
    const text = directiveText(directive, thread.title, {
      isolation: thread.isolation,
      parentFolder: this.worktrees.place(order.parent).folder,
      folder: here.folder,
      branch: here.worktree?.branch ?? null,
    })
    return order.startedBy === 'model'
      ? modelForkMessage(origin.inheritance.openCalls, text)
      : personForkMessage(origin.closings, text)
  }

  /** The fork's first turn: its whole message is stored, so that it is the same however often it is sent. */
  private firstTurn(tx: Commit, thread: ThreadRecord, directive: string, blocks: NewBlock[]): void {
    const { store } = this.parts
    const turnId = this.turn(tx, thread, null, directive)
    const epoch = store.epochs.current(thread.id)
    if (!epoch) throw new Error(`no epoch for ${thread.id}`)
    appendBlocks(this.parts, thread, turnId, epoch, blocks)
  }

  private openBranch(
    tx: Commit,
    order: ForkOrder,
    thread: ThreadRecord,
    closings: readonly NewBlock[],
    directive: string,
  ): void {
    const { store } = this.parts
    const epoch = store.epochs.current(thread.id)
    if (epoch && closings.length > 0) appendBlocks(this.parts, thread, thread.branchTurnId ?? '', epoch, closings)
    const here = this.worktrees.place(thread)
    if (here.worktree?.threadId === thread.id)
      store.pendingTexts.add({
        id: this.parts.ids.next('item'),
        threadId: thread.id,
        turnId: thread.branchTurnId ?? '',
        origin: 'app',
        text: `<system-reminder>This is a branch of the conversation. It works in its own git worktree ${here.folder} on branch ${here.worktree.branch}; paths above point into ${here.mapFrom ?? ''}. Translate them, and read a file again before you edit it.</system-reminder>`,
        sealedAt: null,
        createdAt: thread.createdAt,
      })
    if (order.sendDirective) this.turn(tx, thread, directive, directive)
  }

  private turn(tx: Commit, thread: ThreadRecord, input: string | null, shown: string): string {
    const { store, ids } = this.parts
    const record = {
      id: ids.next('turn'),
      threadId: thread.id,
      n: 1,
      state: 'queued' as const,
      input,
      fromModel: false,
      forkPosition: null,
      startedAt: thread.createdAt,
      endedAt: null,
    }
    store.turns.insert(record)
    tx.emit({ type: 'turn.created', sessionId: thread.sessionId, threadId: thread.id, turn: turnView(record) })
    const item = { id: ids.next('item'), turnId: record.id, at: thread.createdAt, kind: 'user' as const, text: shown }
    store.items.add(thread.id, item)
    tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: thread.id, item })
    return record.id
  }
}
