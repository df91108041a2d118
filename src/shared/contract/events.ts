// Every event of the host. Stored events carry `seq`; ephemeral ones (item.delta) do not.
import { z } from 'zod'
import { approvalSchema } from '../domain/approval'
import { itemId, sessionId, threadId, turnId } from '../domain/ids'
import { requestSchema } from '../domain/ledger'
import { sessionSchema } from '../domain/session'
import { settingsView } from '../domain/settings'
import { threadSchema } from '../domain/thread'
import { itemSchema, turnSchema } from '../domain/turn'
import { worktreeSchema } from '../domain/worktree'

const ofSession = { sessionId }

/** What an event says, without its number. Entities are whole: applying an event twice changes nothing. */
export const eventBody = z.discriminatedUnion('type', [
  z.object({ ...ofSession, type: z.literal('session.changed'), session: sessionSchema }),
  z.object({ ...ofSession, type: z.literal('thread.created'), threadId, thread: threadSchema }),
  z.object({ ...ofSession, type: z.literal('thread.changed'), threadId, thread: threadSchema }),
  z.object({ ...ofSession, type: z.literal('turn.created'), threadId, turn: turnSchema }),
  z.object({ ...ofSession, type: z.literal('turn.changed'), threadId, turn: turnSchema }),
  z.object({ ...ofSession, type: z.literal('item.added'), threadId, item: itemSchema }),
  z.object({ ...ofSession, type: z.literal('item.changed'), threadId, item: itemSchema }),
  z.object({ ...ofSession, type: z.literal('approval.opened'), threadId, approval: approvalSchema }),
  z.object({ ...ofSession, type: z.literal('approval.decided'), threadId, approval: approvalSchema }),
  z.object({ ...ofSession, type: z.literal('request.finished'), threadId, request: requestSchema }),
  z.object({ ...ofSession, type: z.literal('notification.delivered'), threadId, fromThreadId: threadId, itemId }),
  z.object({ ...ofSession, type: z.literal('worktree.changed'), threadId, worktree: worktreeSchema }),
  /** A tool server of the session is in another state, or offers other tools: `mcp.list` says which. */
  z.object({ ...ofSession, type: z.literal('mcp.changed') }),
  z.object({ sessionId: z.null(), type: z.literal('settings.changed'), settings: settingsView }),
])
export type EventBody = z.infer<typeof eventBody>

/** A stored event: published after its commit, in the order of `seq`. */
export type StoredEvent = EventBody & { seq: number }

/** A piece of an item that is still streaming; batched, never stored. The finished item repairs any gap. */
export const itemDelta = z.object({
  ...ofSession,
  type: z.literal('item.delta'),
  threadId,
  turnId,
  itemId,
  /** What grows: the item's text, a tool call's input (as partial JSON text) or its output. */
  channel: z.enum(['text', 'thinking', 'input', 'output']),
  /** For `input`: the tool's name. */
  name: z.string().optional(),
  text: z.string(),
})
export type ItemDelta = z.infer<typeof itemDelta>

export type HostEvent = StoredEvent | ItemDelta
