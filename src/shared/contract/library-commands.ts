// Commands about what people keep as files: agents, commands and skills.
import { z } from 'zod'
import { projectId, threadId, turnId } from '../domain/ids'

/** The longest arguments of a command, in characters. */
export const MAX_ARGUMENT_CHARS = 100_000

export const libraryEntry = z.object({
  kind: z.enum(['agent', 'command', 'skill']),
  /** What it is called with: after the slash, or as `subagent_type`. */
  name: z.string(),
  description: z.string(),
  /** The file as a person names it (`~/…` in the home folder); null: built in. */
  source: z.string().nullable(),
  origin: z.enum(['built-in', 'project', 'home']),
  argumentHint: z.string().nullable(),
  /** Whether it runs isolated, from a blank history. */
  island: z.boolean(),
  /** The type of agent an island is, as written; null: the general one. */
  agent: z.string().nullable(),
  /** The model its file names; null: whatever is in use where it runs. */
  model: z.string().nullable(),
  /** Of an agent its tools (null: all an agent can have), of others the rules of `allowed-tools`. */
  tools: z.array(z.string()).nullable(),
  /** Whether all it says counts now: it is the person's own, or the project is trusted with it, and no other has its name. */
  active: z.boolean(),
  /** Why it is not; null when it is. */
  why: z.string().nullable(),
  /** Whether another of its name stands before it. */
  shadowed: z.boolean(),
  /** Whether `command.run` takes its name. The text of a file that switches on nothing needs no trust. */
  callable: z.boolean(),
  /** Whether the model can call it: an agent with `Agent`, a skill with `Skill`. */
  forModel: z.boolean(),
  /** What of it does not count, and why, though the rest does. */
  remarks: z.array(z.string()),
})
export type LibraryEntry = z.infer<typeof libraryEntry>

/** A command of a settings file that runs when something happens. */
export const libraryHook = z.object({
  event: z.string(),
  /** What it is for, as written; empty: whatever the event is about. */
  matcher: z.string(),
  command: z.string(),
  timeoutMs: z.number().int().positive(),
  /** The file as a person names it (`~/…` in the home folder). */
  source: z.string(),
  line: z.number().int().positive().nullable(),
  origin: z.enum(['project', 'home']),
  /** Whether it runs now. */
  active: z.boolean(),
  /** Why it does not; null when it does. */
  why: z.string().nullable(),
  /** What of it is not heeded, though it runs. */
  remarks: z.array(z.string()),
})
export type LibraryHook = z.infer<typeof libraryHook>

/** Notes for the model that people keep as files (`CLAUDE.md`, `AGENTS.md`, …). */
export const memoryEntry = z.object({
  /** The file as the model is told: relative to the project, `~/…` in the home folder, absolute above the project. */
  path: z.string(),
  /** The file that imports it; null: it is read by itself. */
  importedBy: z.string().nullable(),
  /** How much of it is told, in characters. */
  chars: z.number().int().nonnegative(),
  origin: z.enum(['project', 'home', 'above']),
  /** `start`: stands in the prompt of every new session. `nested`: told when a file in its folder is first read. */
  when: z.enum(['start', 'nested']),
})
export type MemoryEntry = z.infer<typeof memoryEntry>

export const libraryCommands = {
  'memory.list': {
    input: z.strictObject({ projectId }),
    result: z.object({
      files: z.array(memoryEntry),
      /** Files that are left out or cut, and why. */
      broken: z.array(
        z.object({ source: z.string(), line: z.number().int().positive().nullable(), reason: z.string() }),
      ),
    }),
  },
  'library.list': {
    input: z.strictObject({ projectId }),
    result: z.object({
      entries: z.array(libraryEntry),
      /** The hooks of the settings files, in their order. */
      hooks: z.array(libraryHook).optional(),
      /** Files that cannot be used. */
      broken: z.array(
        z.object({ source: z.string(), line: z.number().int().positive().nullable(), reason: z.string() }),
      ),
    }),
  },
  'command.run': {
    input: z.strictObject({
      threadId,
      name: z.string().min(1).max(200),
      arguments: z.string().max(MAX_ARGUMENT_CHARS, `at most ${MAX_ARGUMENT_CHARS} characters`).default(''),
      /** The name of the turn it makes: of the thread, or of the island. */
      turnId: turnId.optional(),
    }),
    /** `threadId`: where it runs; for an island, a new thread. */
    result: z.object({ threadId, turnId, island: z.boolean(), queued: z.boolean() }),
  },
}
