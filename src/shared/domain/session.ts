// A project is a folder the person opened; a session is one piece of work in it.
import { z } from 'zod'
import { projectId, sessionId, threadId } from './ids'
import { permissionMode, threadKind, threadState } from './thread'
import { epochMs, moneySchema } from './units'

export const projectSchema = z.object({
  id: projectId,
  realPath: z.string(),
  name: z.string(),
  isGit: z.boolean(),
  trusted: z.boolean(),
  /** The sample project: its sessions talk to a scripted model, and what they cost is made up. */
  demo: z.boolean(),
  openedAt: epochMs,
})
export type Project = z.infer<typeof projectSchema>

/** A lane of the small drawing of a session: enough to draw its tree without reading it. */
export const laneSketch = z.object({
  threadId,
  parentId: threadId.nullable(),
  kind: threadKind,
  state: threadState,
  /** The turn of the parent (1-based) the lane leaves from; 0 for the trunk. */
  fromTurn: z.number().int().nonnegative(),
  turns: z.number().int().nonnegative(),
})
export type LaneSketch = z.infer<typeof laneSketch>

export const sessionSchema = z.object({
  id: sessionId,
  projectId,
  title: z.string(),
  /** The state that most needs the person, over all threads. */
  state: threadState,
  /** Number of threads in each state. */
  counts: z.partialRecord(threadState, z.number().int().nonnegative()),
  openApprovals: z.number().int().nonnegative(),
  money: moneySchema,
  mainThreadId: threadId,
  permissionMode,
  coordinator: z.boolean(),
  /** Whether its models may fork, as chosen for it; null: as the settings say. The variable beats both. */
  forkMode: z.boolean().nullable(),
  /** How long its cache entries live: as chosen when it was made, where the provider had entries of that kind. */
  cacheTtl: z.enum(['5m', '1h']),
  createdAt: epochMs,
  updatedAt: epochMs,
})
export type Session = z.infer<typeof sessionSchema>

export const sessionListEntry = sessionSchema.extend({
  lanes: z.array(laneSketch),
  /** Worktrees of its threads whose folders are there, and how many of those hold changed files. */
  worktrees: z.object({ present: z.number().int().nonnegative(), changed: z.number().int().nonnegative() }),
})
export type SessionListEntry = z.infer<typeof sessionListEntry>
