// What a hook is: a command of a settings file that is run when something happens.

/** What there are hooks for. The names are the ecosystem's. */
export const HOOK_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'SessionStart',
  'Notification',
] as const

export type HookEvent = (typeof HOOK_EVENTS)[number]

export interface Hook {
  event: HookEvent
  /** As written; empty: whatever it is about. */
  matcher: string
  command: string
  timeoutMs: number
  /** The file as a person names it. */
  source: string
  line: number | null
  origin: 'project' | 'home'
  /** What of it does not count, and why, though it runs. */
  remarks: readonly string[]
}

/** A hook that says nothing of its time may take this long. */
export const HOOK_MS = 60_000
/** Nobody waits longer than this for a hook. */
export const HOOK_MS_MAX = 600_000

/** A hook in a few words, for the person and for the model it speaks to. */
export function hookName({ event, command, source, line }: Hook): string {
  const text = command.replace(/\s+/g, ' ').trim()
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text
  return `${event} hook “${short}” (${source}${line === null ? '' : `, line ${line}`})`
}
