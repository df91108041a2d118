// Commands that bring conversations in from files, and write them to files.
import { z } from 'zod'
import { projectId, sessionId } from '../domain/ids'
import { epochMs } from '../domain/units'

const path = z.string().min(1).max(4_096)
const count = z.number().int().nonnegative()

export const skippedLine = z.object({ file: z.string(), line: z.number().int().positive(), reason: z.string() })

export const importableFile = z.object({
  path: z.string(),
  title: z.string(),
  updatedAt: epochMs,
  bytes: count,
  /** What a person asked in it, about; null: it is too large to be counted beforehand. */
  turns: count.nullable(),
})

export const exportFormat = z.enum(['bundle', 'markdown'])

export const transferCommands = {
  /** A transcript of Claude Code with those of its agents, or a bundle: all of it or nothing. */
  'session.import': {
    input: z.strictObject({
      /** An absolute path on the host's machine. */
      path,
      projectId,
      sessionId: sessionId.optional(),
    }),
    result: z.object({
      sessionId,
      threads: count,
      turns: count,
      /** Lines that could not be read, or not all of them. */
      skippedLines: count,
      /** The first hundred of them. */
      skipped: z.array(skippedLine),
    }),
  },
  /** The transcripts Claude Code keeps of a project, the newest first. */
  'session.importable': {
    input: z.strictObject({ projectId }),
    result: z.object({
      files: z.array(importableFile),
      /** Whether there are more than are listed. */
      more: z.boolean(),
      /** Where they lie. */
      folder: z.string(),
    }),
  },
  /** Writes a file; one that is there is left as it is, with the failure `conflict`, unless told otherwise. */
  'session.export': {
    input: z.strictObject({
      sessionId,
      /** An absolute path on the host's machine. */
      path,
      format: exportFormat.default('bundle'),
      overwrite: z.boolean().default(false),
    }),
    result: z.object({ path: z.string(), bytes: count }),
  },
}
