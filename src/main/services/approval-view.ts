// Approvals as clients see them: the records without what only the host needs, and who asked.
import type { CommandResult } from '../../shared/contract/commands'
import type { Approval } from '../../shared/domain/approval'
import type { ApprovalRecord } from '../store/records'
import type { Store } from '../store/store'

export function approvalView(record: ApprovalRecord): Approval {
  const { itemId: _, ...approval } = record
  return approval
}

/** The open questions of a session, or of all, and those decided lately, with the threads they are of. */
export function listApprovals(
  { approvals, threads }: Pick<Store, 'approvals' | 'threads'>,
  sessionId?: string,
): CommandResult<'approval.list'> {
  const open = approvals.open(sessionId).map(approvalView)
  const decided = approvals.decided(sessionId).map(approvalView)
  const askers = [...new Set([...open, ...decided].map((approval) => approval.threadId))].flatMap((threadId) => {
    const thread = threads.get(threadId)
    if (!thread) return []
    const { id, title, kind, directive } = thread
    return [{ id, title, kind, directive }]
  })
  return { open, decided, askers }
}
