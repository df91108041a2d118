import type { ApprovalRecord } from '../records'

export type ApprovalAnswer = Pick<ApprovalRecord, 'state' | 'decidedBy' | 'scope' | 'note' | 'decidedAt'> &
  Partial<Pick<ApprovalRecord, 'input' | 'originalInput'>>

export interface ApprovalTable {
  insert(approval: ApprovalRecord): void
  get(id: string): ApprovalRecord | undefined
  /** Open approvals of a session, or of all; oldest first. */
  open(sessionId?: string): ApprovalRecord[]
  /** Decided approvals of a session, or of all; the newest 200, newest first. */
  decided(sessionId?: string): ApprovalRecord[]
  openOfThread(threadId: string): ApprovalRecord[]
  /** The latest approval of a call. */
  byToolUse(threadId: string, toolUseId: string): ApprovalRecord | undefined
  /** Decides an open approval. Answers false, and changes nothing, when it was decided already. */
  answer(id: string, answer: ApprovalAnswer): boolean
}
