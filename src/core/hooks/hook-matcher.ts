// Which hooks an event is for: the ecosystem's matchers.
import type { Hook, HookEvent } from './hook'

/** A pattern longer than this is none anybody wrote by hand. */
const MAX_MATCHER_CHARS = 500

/** Events whose hooks run whatever their matcher says. */
const MATCHERLESS: ReadonlySet<HookEvent> = new Set(['UserPromptSubmit', 'Stop'])

const NAMES_ONLY = /^[A-Za-z0-9_|]+$/

/** What is wrong with a matcher, as half a sentence; null when it can be used. */
export function matcherProblem(matcher: string): string | null {
  if (matcher.length > MAX_MATCHER_CHARS) return `the matcher is longer than ${MAX_MATCHER_CHARS} characters`
  if (matcher === '' || matcher === '*' || NAMES_ONLY.test(matcher)) return null
  try {
    new RegExp(matcher)
    return null
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `the matcher “${matcher}” is no regular expression`
  }
}

/**
 * Whether a hook is for an event. A matcher of names and `|` means one of those names exactly; any other one is a regular
 * expression that may match anywhere.
 *
 * @param subjects what the event is about: the names of a tool, or how a session began; with any of them it matches
 */
export function matchesHook(
  hook: Pick<Hook, 'event' | 'matcher'>,
  event: HookEvent,
  subjects: readonly string[],
): boolean {
  const { matcher } = hook
  if (hook.event !== event) return false
  if (MATCHERLESS.has(event) || matcher === '' || matcher === '*') return true
  if (NAMES_ONLY.test(matcher)) return matcher.split('|').some((name) => subjects.includes(name))
  const pattern = new RegExp(matcher)
  return subjects.some((subject) => pattern.test(subject))
}

/**
 * The hooks to run, each command once: of those that are written twice the first counts. In the order of the files.
 */
export function hooksFor(hooks: readonly Hook[], event: HookEvent, subjects: readonly string[]): Hook[] {
  const chosen = new Map<string, Hook>()
  for (const hook of hooks)
    if (!chosen.has(hook.command) && matchesHook(hook, event, subjects)) chosen.set(hook.command, hook)
  return [...chosen.values()]
}
