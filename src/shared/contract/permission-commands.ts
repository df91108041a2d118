// Commands about permission rules: which hold for a project, and what they would say of a call. Nothing is run.
import { z } from 'zod'
import { projectId } from '../domain/ids'
import { permissionMode } from '../domain/thread'

const decision = z.enum(['allow', 'ask', 'deny'])

/** A rule that stands somewhere, or was given by the person. */
export const writtenRule = z.object({
  effect: decision,
  rule: z.string(),
  /** The file with the line, or who gave it. */
  source: z.string(),
  /** Whether it counts now: what a project's files allow does only where the project is trusted. */
  active: z.boolean(),
})

/** What would be said of a call, and by what. */
export const testedCall = z.object({
  decision,
  /** The rule that decides, as written; null: none does. */
  rule: z.string().nullable(),
  /** Where the decision comes from: the file and line of the rule, the mode, a guard. */
  source: z.string(),
  text: z.string(),
})
export type TestedCall = z.infer<typeof testedCall>

export const permissionCommands = {
  'permission.rules': {
    input: z.strictObject({ projectId }),
    result: z.object({
      trusted: z.boolean(),
      /** Those of the files in their order, then the person's own answers. */
      rules: z.array(writtenRule),
      /** What of the files cannot be used. */
      broken: z.array(
        z.object({ source: z.string(), line: z.number().int().positive().nullable(), reason: z.string() }),
      ),
    }),
  },
  'permission.test': {
    input: z.strictObject({
      projectId,
      /** Ours, or the ecosystem's. */
      tool: z.string().min(1).max(200),
      input: z.record(z.string().max(200), z.unknown()),
    }),
    result: z.object({
      /** Our name of the tool. */
      tool: z.string(),
      modes: z.array(testedCall.extend({ mode: permissionMode })),
      /** Of a command line of several commands: each by itself, in the default mode. */
      commands: z.array(testedCall.extend({ command: z.string() })),
    }),
  },
}
