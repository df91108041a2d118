// Closing an approval nobody will answer any more, together with the call it was for.
import type { DecidedBy } from '../../shared/domain/approval'
import type { ToolCallRecord } from '../store/records'
import type { Commit } from '../store/store'
import { approvalView } from './approval-view'
import type { HostParts } from './host-parts'

/** Closes the open approval of a call, if there is one; within the commit that closes the call. */
export function closeApproval(
  parts: Pick<HostParts, 'store' | 'clock'>,
  tx: Commit,
  call: ToolCallRecord,
  decidedBy: DecidedBy,
): void {
  const { store } = parts
  const approval = store.approvals.byToolUse(call.threadId, call.toolUseId)
  if (approval?.state !== 'open') return
  store.approvals.answer(approval.id, {
    state: 'closed',
    decidedBy,
    scope: null,
    note: null,
    decidedAt: parts.clock.now(),
  })
  const closed = store.approvals.get(approval.id)
  if (!closed) return
  const { sessionId, threadId } = closed
  tx.emit({ type: 'approval.decided', sessionId, threadId, approval: approvalView(closed) })
}
