// Turns rows into the shapes clients see, and announces changes of them within a commit.
import { addMoney, costOf } from '../../core/pricing/cost'
import type { KeepWarm } from '../../shared/domain/keep-warm'
import type { Request } from '../../shared/domain/ledger'
import type { LaneSketch, Session, SessionListEntry } from '../../shared/domain/session'
import type { Thread, ThreadState } from '../../shared/domain/thread'
import type { Turn } from '../../shared/domain/turn'
import type { Money } from '../../shared/domain/units'
import type { Worktree } from '../../shared/domain/worktree'
import { PRESENT_STATES } from '../../shared/domain/worktree-states'
import type {
  KeepWarmRecord,
  LedgerSum,
  RequestRecord,
  ThreadRecord,
  TurnRecord,
  WorktreeRecord,
} from '../store/records'
import type { Commit, Store } from '../store/store'
import { warmUntil } from './ledger/warmth'

export function worktreeView(record: WorktreeRecord): Worktree {
  const { path, branch, base, baseTree, head, state, filesChanged } = record
  const { keptAt, added, removed, rescuedTo, rescuedAt, notes } = record
  // From its folder, its archive, or at least what its refs keep.
  const restorable = state === 'discarded'
  return {
    ...{ path, branch, base, baseTree, head, state, filesChanged },
    ...{ keptAt, added, removed, rescuedTo, rescuedAt, restorable, notes },
  }
}

export function threadView(store: Store, record: ThreadRecord): Thread {
  const sum = store.requests.sumOfThread(record.id)
  const worktree = store.worktrees.get(record.id)
  return {
    id: record.id,
    sessionId: record.sessionId,
    parentId: record.parentId,
    kind: record.kind,
    title: record.title,
    directive: record.directive,
    branchPoint:
      record.parentId === null
        ? null
        : { turnId: record.branchTurnId, message: record.branchMessage, link: record.branchLink ?? '' },
    state: record.state,
    stateReason: record.stateReason,
    resumable: record.resumable,
    steps: record.steps,
    model: record.model,
    effort: record.effort,
    permissionMode: record.permissionMode,
    isolation: record.isolation,
    usage: sum.usage,
    money: moneyOfSum(sum),
    worktree: worktree ? worktreeView(worktree) : null,
    startedBy: record.startedBy,
    activity: record.activity,
    report: record.report,
    agentType: record.agentType,
    warmUntil: warmUntil({ store }, record.id),
    keepWarm: keepWarmView(store.keepWarms.get(record.id)),
    createdAt: record.createdAt,
    endedAt: record.endedAt,
    silentSince: record.silentSince,
    broughtBackAt: record.broughtBackAt,
    archivedAt: record.archivedAt,
  }
}

function keepWarmView(record: KeepWarmRecord | undefined): KeepWarm | null {
  if (!record) return null
  const { state, untilAt, nextAt, refreshes, reason } = record
  return { state, untilAt, nextAt, refreshes, reason }
}

function moneyOfSum(sum: LedgerSum): Money {
  return { nanoUsd: sum.nanoUsd, withoutSharingNanoUsd: sum.withoutSharingNanoUsd }
}

export function turnView(record: TurnRecord): Turn {
  const { id, threadId, n, state, startedAt, endedAt } = record
  return { id, threadId, n, state, forkable: record.forkPosition !== null, startedAt, endedAt }
}

export function requestView(record: RequestRecord): Request {
  return {
    id: record.id,
    threadId: record.threadId,
    n: record.n,
    purpose: record.purpose,
    model: record.model,
    usage: record.usage,
    money: record.money,
    inputNanoUsd: costOf(record.model, { ...record.usage, output: 0 }),
    forecast: record.forecast,
    startedAt: record.startedAt,
    firstEventAt: record.firstEventAt,
    endedAt: record.endedAt,
    outcome: record.outcome,
    requestId: record.requestId,
    prefix: record.prefix,
    firstDifference: record.firstDifference,
    cacheMissReason: record.cacheMissReason,
    cacheDiagnosis: record.cacheDiagnosis,
    usageFinal: record.usageFinal,
  }
}

/** The states in the order in which they need the person; a session shows the first one any of its threads is in. */
const NEED: readonly ThreadState[] = [
  'waiting-approval',
  'failed',
  'worktree-missing',
  'interrupted',
  'turn-limit',
  'streaming',
  'rate-limited',
  'warming',
  'queued',
  'stopped',
]

export function sessionView(store: Store, sessionId: string): Session {
  const record = store.sessions.get(sessionId)
  if (!record) throw new Error(`no session ${sessionId}`)
  const threads = store.threads.ofSession(sessionId)
  const counts: Session['counts'] = {}
  for (const thread of threads) counts[thread.state] = (counts[thread.state] ?? 0) + 1
  const nothing: Money = { nanoUsd: null, withoutSharingNanoUsd: null }
  return {
    id: record.id,
    projectId: record.projectId,
    title: record.title,
    state: NEED.find((state) => counts[state]) ?? 'idle',
    counts,
    openApprovals: store.approvals.open(sessionId).length,
    money: store.requests.sums(sessionId).reduce((sum, row) => addMoney(sum, moneyOfSum(row)), nothing),
    mainThreadId: record.mainThreadId,
    permissionMode: record.permissionMode,
    coordinator: record.coordinator,
    forkMode: record.forkMode,
    cacheTtl: record.cacheTtl,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  }
}

/** A session as Home lists it: with the sketch of its lanes. */
export function sessionListEntry(store: Store, sessionId: string): SessionListEntry {
  const threads = store.threads.ofSession(sessionId)
  const lanes: LaneSketch[] = threads.map((thread) => ({
    threadId: thread.id,
    parentId: thread.parentId,
    kind: thread.kind,
    state: thread.state,
    fromTurn: thread.branchTurnId ? (store.turns.get(thread.branchTurnId)?.n ?? 0) : 0,
    turns: store.turns.nextN(thread.id) - 1, // they are numbered without gaps
  }))
  return { ...sessionView(store, sessionId), lanes, worktrees: worktreeCounts(store, threads) }
}

function worktreeCounts(store: Store, threads: readonly ThreadRecord[]): SessionListEntry['worktrees'] {
  const present = threads
    // A thread that shares a folder has none of its own to be asked for.
    .flatMap(({ id, isolation }) => (isolation === 'worktree' ? (store.worktrees.get(id) ?? []) : []))
    .filter(({ state }) => PRESENT_STATES.has(state))
  return { present: present.length, changed: present.filter(({ filesChanged }) => filesChanged > 0).length }
}

/** What of a thread's row changes. */
export type ThreadPatch = Partial<Omit<ThreadRecord, 'id'>>

/** Changes a thread's row and announces it; a change of state is announced for its session as well. */
export function changeThread(store: Store, tx: Commit, threadId: string, patch: ThreadPatch): void {
  const before = store.threads.get(threadId)
  if (!before) throw new Error(`no thread ${threadId}`)
  store.threads.update(threadId, patch)
  announceThread(store, tx, threadId)
  if (patch.state !== undefined && patch.state !== before.state) announceSession(store, tx, before.sessionId)
}

export function announceThread(store: Store, tx: Commit, threadId: string): void {
  tx.emitLast(`thread ${threadId}`, () => {
    const record = store.threads.get(threadId)
    if (!record) throw new Error(`no thread ${threadId}`)
    return { type: 'thread.changed', sessionId: record.sessionId, threadId, thread: threadView(store, record) }
  })
}

export function announceSession(store: Store, tx: Commit, sessionId: string): void {
  tx.emitLast(`session ${sessionId}`, () => ({
    type: 'session.changed',
    sessionId,
    session: sessionView(store, sessionId),
  }))
}

/** Changes a turn's row and announces it. */
export function changeTurn(
  store: Store,
  tx: Commit,
  turnId: string,
  patch: Partial<Omit<TurnRecord, 'id' | 'threadId' | 'n'>>,
): void {
  store.turns.update(turnId, patch)
  const record = store.turns.get(turnId)
  if (!record) throw new Error(`no turn ${turnId}`)
  const sessionId = store.threads.get(record.threadId)?.sessionId
  if (!sessionId) throw new Error(`no thread ${record.threadId}`)
  tx.emit({ type: 'turn.changed', sessionId, threadId: record.threadId, turn: turnView(record) })
}
