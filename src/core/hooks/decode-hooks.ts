// The `hooks` of a settings file, read as what they are: somebody's JSON. What cannot be used is listed, the rest runs.
import { HOOK_EVENTS, HOOK_MS, HOOK_MS_MAX, type Hook, type HookEvent } from './hook'
import { matcherProblem } from './hook-matcher'

/** More hooks than a person ever writes into one file. */
const MAX_HOOKS = 200
const MAX_COMMAND_CHARS = 20_000

export interface HookProblem {
  line: number | null
  reason: string
}

export interface DecodedHooks {
  hooks: Hook[]
  problems: HookProblem[]
}

export interface HookFileFacts {
  /** The file as a person names it. */
  source: string
  origin: Hook['origin']
  /** The line a text stands in below a key; null where it cannot be found. */
  lineOf(text: string, below?: string): number | null
}

const KNOWN: ReadonlySet<string> = new Set(HOOK_EVENTS)

/** Fields that would make a hook run another way; it runs all the same, as every hook does. */
const UNHEEDED: Readonly<Record<string, string>> = {
  if: 'it runs whenever its matcher fits',
  async: 'it is waited for',
  asyncRewake: 'it is waited for',
  once: 'it runs every time',
  shell: 'it is run by bash',
}

/** Reads all hooks of a file, in its order. */
export function decodeHooks(value: unknown, file: HookFileFacts): DecodedHooks {
  const result: DecodedHooks = { hooks: [], problems: [] }
  if (!isObject(value)) return result
  for (const [event, groups] of Object.entries(value)) {
    const wrong = (reason: string, text = event) =>
      result.problems.push({ line: file.lineOf(text, event), reason: `${event}: ${reason}` })
    if (!isEvent(event)) wrong('Tine has no hooks for this')
    else if (!Array.isArray(groups)) wrong('a list of matchers with their hooks is expected')
    else for (const group of groups) readGroup(group, { event, file, result, wrong })
  }
  if (result.hooks.length > MAX_HOOKS) {
    result.hooks.length = MAX_HOOKS
    result.problems.push({ line: null, reason: `only the first ${MAX_HOOKS} hooks of it are run` })
  }
  return result
}

interface Reading {
  event: HookEvent
  file: HookFileFacts
  result: DecodedHooks
  wrong(reason: string, text?: string): void
}

function readGroup(group: unknown, reading: Reading): void {
  const problem = groupProblem(group)
  if (problem !== null || !isObject(group)) {
    const { matcher } = isObject(group) ? group : {}
    reading.wrong(problem ?? '', typeof matcher === 'string' ? matcher : undefined)
    return
  }
  const { matcher = '', hooks } = group
  for (const hook of Array.isArray(hooks) ? hooks : []) readHook(hook, String(matcher), reading)
}

function groupProblem(group: unknown): string | null {
  if (!isObject(group)) return 'a matcher with its hooks is an object'
  const { matcher = '', hooks } = group
  if (typeof matcher !== 'string') return '“matcher” is not a text'
  return matcherProblem(matcher) ?? (Array.isArray(hooks) ? null : '“hooks” is not a list')
}

function readHook(hook: unknown, matcher: string, { event, file, result, wrong }: Reading): void {
  const problem = hookProblem(hook)
  if (problem !== null || !isObject(hook)) {
    const { command } = isObject(hook) ? hook : {}
    wrong(problem ?? '', typeof command === 'string' ? command : undefined)
    return
  }
  const command = String(hook.command)
  const remarks = Object.entries(UNHEEDED).flatMap(([field, what]) =>
    hook[field] === undefined || hook[field] === false ? [] : [`“${field}” is not heeded: ${what}.`],
  )
  const { source, origin } = file
  const timeoutMs = readTimeout(hook.timeout) ?? HOOK_MS
  result.hooks.push({ event, matcher, command, timeoutMs, source, line: file.lineOf(command, event), origin, remarks })
}

function hookProblem(hook: unknown): string | null {
  if (!isObject(hook)) return 'a hook is an object'
  const { type, command, timeout } = hook
  if (type !== 'command')
    return `Tine runs hooks of the type “command” only, not ${JSON.stringify(type) ?? 'one without a type'}`
  if (typeof command !== 'string' || command.trim() === '') return 'a hook without a “command”'
  if (command.includes('\0')) return 'a command with a NUL character, which no shell can take'
  if (command.length > MAX_COMMAND_CHARS) return `a command of more than ${MAX_COMMAND_CHARS} characters`
  return readTimeout(timeout) === null ? '“timeout” is not a number of seconds above 0' : null
}

/** Seconds in the file; null for what is none. */
function readTimeout(value: unknown): number | null {
  if (value === undefined) return HOOK_MS
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null
  return Math.min(Math.ceil(value * 1000), HOOK_MS_MAX)
}

function isEvent(name: string): name is HookEvent {
  return KNOWN.has(name)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
