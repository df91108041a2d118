// A turn: one input and everything the model did until it stopped; its items are what a person sees of it.
import { z } from 'zod'
import { attachmentSchema } from './attachment'
import { approvalId, itemId, threadId, turnId } from './ids'
import { epochMs } from './units'

export const turnState = z.enum(['queued', 'running', 'interrupted', 'failed', 'done'])
export type TurnState = z.infer<typeof turnState>

export const turnSchema = z.object({
  id: turnId,
  threadId,
  /** 1-based within its thread. */
  n: z.number().int().positive(),
  state: turnState,
  /** Whether the turn holds a complete message of the model, so that a thread can leave here. */
  forkable: z.boolean(),
  startedAt: epochMs,
  endedAt: epochMs.nullable(),
})
export type Turn = z.infer<typeof turnSchema>

export const toolState = z.enum([
  'pending',
  'waiting-approval',
  'running',
  'done',
  'failed',
  'denied',
  'stopped',
  'interrupted',
])
export type ToolState = z.infer<typeof toolState>

const base = { id: itemId, turnId, at: epochMs }
const text = z.string()

export const userItem = z.object({
  ...base,
  kind: z.literal('user'),
  /** Empty where something was attached without a word. */
  text,
  attachments: z.array(attachmentSchema).min(1).optional(),
})
export type UserItem = z.infer<typeof userItem>
export const textItem = z.object({
  ...base,
  kind: z.literal('text'),
  text,
  /** True for the part of an answer that arrived before its stream broke; it is kept for the person and not sent. */
  partial: z.boolean().optional(),
})
export const thinkingItem = z.object({ ...base, kind: z.literal('thinking'), text, redacted: z.boolean().optional() })
export const toolItem = z.object({
  ...base,
  kind: z.literal('tool'),
  toolUseId: z.string(),
  name: z.string(),
  input: z.unknown(),
  /** What the model asked for, when a person changed it before allowing. */
  originalInput: z.unknown().optional(),
  state: toolState,
  /** The output as a person sees it first: its head, cut at a limit. */
  output: z.string(),
  outputBytes: z.number().int().nonnegative(),
  /** The end of what a command printed with its colours (SGR codes), where it printed any; the model gets none of them. */
  coloured: z.string().optional(),
  /** How many images the result holds; `tool.image` reads each. */
  images: z.number().int().positive().optional(),
  isError: z.boolean(),
  startedAt: epochMs.nullable(),
  endedAt: epochMs.nullable(),
  approvalId: approvalId.optional(),
  /** The threads this call started, in order (`Agent`). */
  threadIds: z.array(threadId).optional(),
})
export const noticeLevel = z.enum(['info', 'warning', 'error'])
export type NoticeLevel = z.infer<typeof noticeLevel>

export const noticeItem = z.object({ ...base, kind: z.literal('notice'), text, level: noticeLevel })
export const notificationItem = z.object({
  ...base,
  kind: z.literal('notification'),
  text,
  fromThreadId: threadId,
  status: z.enum(['completed', 'failed', 'stopped', 'turn-limit']),
})
export const broughtBackItem = z.object({ ...base, kind: z.literal('broughtBack'), text, fromThreadId: threadId })

export const itemSchema = z.discriminatedUnion('kind', [
  userItem,
  textItem,
  thinkingItem,
  toolItem,
  noticeItem,
  notificationItem,
  broughtBackItem,
])
export type Item = z.infer<typeof itemSchema>
export type ToolItem = z.infer<typeof toolItem>

export const turnWithItems = turnSchema.extend({ items: z.array(itemSchema) })
export type TurnWithItems = z.infer<typeof turnWithItems>
