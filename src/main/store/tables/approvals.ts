import { z } from 'zod'
import { approvalSchema, approvalScope, decidedBy } from '../../../shared/domain/approval'
import type { Connection } from '../connection'
import { choice, type Fields, integer, json, nullable, optional, text } from '../fields'
import type { ApprovalRecord } from '../records'
import { openRows } from '../rows'

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

const { reason, offers, state } = approvalSchema.shape

const fields: Fields<ApprovalRecord> = {
  id: text('id'),
  sessionId: text('session_id'),
  threadId: text('thread_id'),
  turnId: text('turn_id'),
  itemId: text('item_id'),
  toolUseId: text('tool_use_id'),
  tool: text('tool'),
  input: json('input', z.unknown()),
  originalInput: optional(json('original_input', z.unknown())),
  folder: text('folder'),
  reason: json('reason', reason),
  offers: json('offers', offers),
  state: choice('state', state.options),
  decidedBy: nullable(choice('decided_by', decidedBy.options)),
  scope: nullable(choice('scope', approvalScope.options)),
  note: nullable(text('note')),
  createdAt: integer('created_at'),
  decidedAt: nullable(integer('decided_at')),
}

const DECIDED_SHOWN = 200
const NEWEST_DECIDED = `state <> 'open' ORDER BY decided_at DESC, ordinal DESC LIMIT ${DECIDED_SHOWN}`

export function openApprovals(connection: Connection): ApprovalTable {
  const rows = openRows(connection, 'approvals', ['id'], fields)
  const byId = rows.select('WHERE id = ?')
  const open = rows.select("WHERE state = 'open' ORDER BY ordinal")
  const openOfSession = rows.select("WHERE session_id = ? AND state = 'open' ORDER BY ordinal")
  const openOfThread = rows.select("WHERE thread_id = ? AND state = 'open' ORDER BY ordinal")
  const decided = rows.select(`WHERE ${NEWEST_DECIDED}`)
  const decidedOfSession = rows.select(`WHERE session_id = ? AND ${NEWEST_DECIDED}`)
  const byToolUse = rows.select('WHERE thread_id = ? AND tool_use_id = ? ORDER BY ordinal DESC LIMIT 1')
  return {
    insert: rows.insert,
    get: (id) => byId.first(id),
    open: (sessionId) => (sessionId === undefined ? open.all() : openOfSession.all(sessionId)),
    decided: (sessionId) => (sessionId === undefined ? decided.all() : decidedOfSession.all(sessionId)),
    openOfThread: (threadId) => openOfThread.all(threadId),
    byToolUse: (threadId, toolUseId) => byToolUse.first(threadId, toolUseId),
    answer: (id, answer) => rows.update([id], answer, "state = 'open'") > 0,
  }
}
