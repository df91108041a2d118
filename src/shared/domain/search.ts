// What a search finds: places in conversations, and the threads and sessions they stand in.
import { z } from 'zod'
import { itemId, projectId, sessionId, threadId, turnId } from './ids'
import { threadKind, threadState } from './thread'
import { epochMs } from './units'

const position = z.number().int().nonnegative()

export const searchHitSchema = z.object({
  sessionId,
  threadId,
  /** For the title or the directive of a thread: its first turn. */
  turnId,
  /** The part of the text around the first words that were found, as plain text. */
  snippet: z.string(),
  /** Where in the snippet the words stand: from, and up to but without; in UTF-16 units. */
  marks: z.array(z.tuple([position, position])),
  /** null: the words stand in a title or a directive. */
  itemId: itemId.nullable(),
  kind: z.enum(['user', 'text', 'thinking', 'tool', 'notice', 'notification', 'broughtBack', 'title']),
  /** The name of the tool, for what a tool was given or gave. */
  tool: z.string().nullable(),
  /** The number of the turn in its thread. */
  n: z.number().int().positive(),
  at: epochMs,
  /** How many parts of the turn were found; the best of them is this one. */
  parts: z.number().int().positive(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

/** What is said of a thread in which something was found. */
export const foundThreadSchema = z.object({
  id: threadId,
  sessionId,
  kind: threadKind,
  title: z.string(),
  state: threadState,
  archivedAt: epochMs.nullable(),
  /** Its place among the threads of its session, in the order they were made; the main thread is 0. */
  nth: z.number().int().nonnegative(),
})
export type FoundThread = z.infer<typeof foundThreadSchema>

export const foundSessionSchema = z.object({ id: sessionId, projectId, title: z.string(), updatedAt: epochMs })
export type FoundSession = z.infer<typeof foundSessionSchema>

export const searchAnswerSchema = z.object({
  /** The best first: by how well the words fit, and by how recent they are. One for each turn. */
  hits: z.array(searchHitSchema),
  threads: z.array(foundThreadSchema),
  sessions: z.array(foundSessionSchema),
  /** Whether there is more than was answered. */
  more: z.boolean(),
})
export type SearchAnswer = z.infer<typeof searchAnswerSchema>
