// Settling a turn that will not go on by itself: open calls are closed and states written in one transaction.
import { type CloseCause, closingText } from '../../../core/turn/close-open-calls'
import type { ThreadState } from '../../../shared/domain/thread'
import type { ToolCallRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import { closeApproval } from '../close-approval'
import type { HostParts } from '../host-parts'
import { changeThread, changeTurn } from '../views'
import type { LiveAnswer } from './live-answer'
import { closeCall } from './results'

type SettleParts = Pick<HostParts, 'store' | 'clock'>

export interface Settlement {
  threadId: string
  turnId: string
  cause: 'person' | 'shutdown' | 'crash' | 'isolation'
  threadState: ThreadState
  reason: string
  /** Calls that only wait for their approval stay open, so that it can be answered later. */
  keepApprovals: boolean
  live: LiveAnswer | null
}

/** How the end of the app ends a turn. */
export const SHUTDOWN = {
  cause: 'shutdown',
  threadState: 'interrupted',
  reason: 'Interrupted because the app was closed.',
  keepApprovals: true,
} as const satisfies Partial<Settlement>

/**
 * Writes the end of a turn's run. What had streamed is kept for the person; every call that is still open gets a result
 * that says what happened, so that the history stays valid for the next request.
 */
export function settleTurn(parts: SettleParts, tx: Commit, settlement: Settlement): void {
  const { store } = parts
  const { threadId, turnId } = settlement
  const thread = store.threads.get(threadId)
  if (!thread) throw new Error(`no thread ${threadId}`)
  keepPartialAnswer(parts, tx, thread.sessionId, settlement)
  let waiting = false
  for (const call of store.toolCalls.open(threadId)) {
    if (settlement.keepApprovals && call.state === 'waiting-approval') waiting = true
    else closeOpenCall(parts, tx, call, settlement.cause)
  }
  for (const run of store.runs.unfinished())
    if (run.threadId === threadId) store.runs.finish(run.id, { endedAt: parts.clock.now(), outcome: settlement.cause })
  if (waiting) {
    changeThread(store, tx, threadId, { state: 'waiting-approval', stateReason: null, activity: null })
    return
  }
  const at = parts.clock.now()
  // A turn that never began keeps its place in line: its input has not been sent.
  const turn = store.turns.get(turnId) // none where a full disk has kept even its beginning from being stored
  if (turn && (turn.state !== 'queued' || turn.input === null))
    changeTurn(store, tx, turnId, { state: 'interrupted', endedAt: at })
  changeThread(store, tx, threadId, {
    state: settlement.threadState,
    stateReason: settlement.reason,
    endCause: settlement.cause,
    resumable: true,
    activity: null,
    silentSince: null,
    endedAt: thread.kind === 'main' || thread.kind === 'branch' ? null : at,
  })
}

const CLOSE_CAUSE: Record<Settlement['cause'], CloseCause> = {
  person: 'person',
  isolation: 'isolation',
  shutdown: 'shutdown',
  crash: 'crash',
}

/** Closes one open call, and the approval it waited for. */
function closeOpenCall(parts: SettleParts, tx: Commit, call: ToolCallRecord, cause: Settlement['cause']): void {
  closeApproval(parts, tx, call, cause === 'shutdown' || cause === 'crash' ? 'shutdown' : 'stopped')
  const progress = call.state === 'running' ? 'started' : 'not-started'
  closeCall(parts, tx, call, { content: closingText(CLOSE_CAUSE[cause], progress), isError: true }, 'interrupted')
}

function keepPartialAnswer(parts: SettleParts, tx: Commit, sessionId: string, settlement: Settlement): void {
  const { live, threadId } = settlement
  if (!live?.hasContent) return
  for (const item of live.items(true)) {
    if (parts.store.items.get(item.id)) continue
    parts.store.items.add(threadId, item)
    tx.emit({ type: 'item.added', sessionId, threadId, item })
  }
}
