// An approval as clients see it: the record without what only the host needs.
import type { Approval } from '../../shared/domain/approval'
import type { ApprovalRecord } from '../store/records'

export function approvalView(record: ApprovalRecord): Approval {
  const { itemId: _, ...approval } = record
  return approval
}
