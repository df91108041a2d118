// The ecosystem's settings files, read as what they are: somebody's JSON, possibly broken, never fatal.
import { z } from 'zod'

const texts = z.array(z.string()).catch([])

const settingsFile = z.object({
  permissions: z.object({ allow: texts, ask: texts, deny: texts, additionalDirectories: texts }).partial().catch({}),
  hooks: z.record(z.string(), z.unknown()).catch({}),
  env: z.record(z.string(), z.unknown()).catch({}),
  apiKeyHelper: z.string().optional().catch(undefined),
  statusLine: z.unknown().optional(),
})
export type SettingsFile = z.infer<typeof settingsFile>

export type ReadSettings = { ok: true; settings: SettingsFile } | { ok: false; line: number; reason: string }

/** Parses a settings file; a broken one says where and why. */
export function parseSettingsFile(text: string): ReadSettings {
  try {
    const parsed = settingsFile.safeParse({ permissions: {}, hooks: {}, env: {}, ...asObject(JSON.parse(text)) })
    return parsed.success
      ? { ok: true, settings: parsed.data }
      : { ok: false, line: 1, reason: parsed.error.issues[0]?.message ?? 'has the wrong form' }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { ok: false, line: lineOf(text, error.message), reason: 'is not JSON' }
  }
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

/** V8 says the position of the mistake in its message; without one the first line is named. */
function lineOf(text: string, message: string): number {
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? 0)
  return text.slice(0, position).split('\n').length
}

/** The line of a settings file a text stands on, for naming a rule's place; null where it cannot be found. */
export function lineWith(text: string, value: string): number | null {
  const index = text.indexOf(JSON.stringify(value))
  return index < 0 ? null : text.slice(0, index).split('\n').length
}
