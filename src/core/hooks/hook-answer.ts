// What a hook's end means: its exit code, and what it printed, read as the ecosystem reads them.
import type { HookEvent } from './hook'
import { type HookJson, readHookJson } from './hook-json'

/** How a hook's command ended. */
export type HookEnd =
  | { kind: 'exited'; code: number; stdout: string; stderr: string }
  | { kind: 'signalled'; signal: string; stderr: string }
  | { kind: 'timed-out'; afterMs: number }
  /** It printed more than anybody reads, and was ended. */
  | { kind: 'too-much'; limitBytes: number }
  | { kind: 'not-started'; reason: string }

export interface HookAnswer {
  /** block: a tool's call is refused, a message is not sent, a turn goes on. */
  decision: 'allow' | 'ask' | 'block' | null
  /** Why, in the hook's words; of a block never null. */
  reason: string | null
  /** Set where the turn is to end: why, in the hook's words. */
  stop: string | null
  /** What the model is to be told. */
  context: string | null
  /** What the person is to be told. */
  message: string | null
  updatedInput: Record<string, unknown> | null
  /** What went wrong with the hook, as half a sentence; it decided nothing by that. */
  problem: string | null
}

export const NO_ANSWER: HookAnswer = {
  decision: null,
  reason: null,
  stop: null,
  context: null,
  message: null,
  updatedInput: null,
  problem: null,
}

/** What a hook may put into the model's context. */
export const CONTEXT_CHARS = 10_000
const REASON_CHARS = 5_000
const STDERR_CHARS = 400

/** Events whose plain output is for the model. */
const CONTEXT_EVENTS: ReadonlySet<HookEvent> = new Set(['UserPromptSubmit', 'SessionStart'])
/** Events at which nothing can be held up any more: a block only tells the person. */
const NEVER_HELD: ReadonlySet<HookEvent> = new Set(['SessionStart', 'Notification'])

/** What one hook says. Whatever it printed, there is an answer; what makes no sense is its `problem`. */
export function hookAnswer(event: HookEvent, end: HookEnd): HookAnswer {
  switch (end.kind) {
    case 'not-started':
      return { ...NO_ANSWER, problem: `could not be started: ${end.reason}` }
    case 'timed-out':
      return { ...NO_ANSWER, problem: `ran longer than ${end.afterMs / 1000} s and was ended` }
    case 'too-much':
      return { ...NO_ANSWER, problem: `printed more than ${end.limitBytes / 1_000_000} MB and was ended` }
    case 'signalled':
      return { ...NO_ANSWER, problem: `was ended by ${end.signal}${said(end.stderr)}` }
    case 'exited':
      return end.code === 0 ? printed(event, end.stdout) : failed(event, end.code, end.stderr)
  }
}

function failed(event: HookEvent, code: number, stderr: string): HookAnswer {
  if (code !== 2) return { ...NO_ANSWER, problem: `failed with exit code ${code}${said(stderr)}` }
  const reason = cut(stderr.trim(), REASON_CHARS) || 'It gave no reason.'
  if (NEVER_HELD.has(event)) return { ...NO_ANSWER, problem: `failed with exit code 2: ${cut(reason, STDERR_CHARS)}` }
  return { ...NO_ANSWER, decision: 'block', reason }
}

function printed(event: HookEvent, stdout: string): HookAnswer {
  const text = stdout.trim()
  if (!text.startsWith('{')) {
    const context = CONTEXT_EVENTS.has(event) && text !== '' ? cut(text, CONTEXT_CHARS) : null
    return { ...NO_ANSWER, context }
  }
  const read = readHookJson(event, text)
  if ('problem' in read) return { ...NO_ANSWER, problem: read.problem }
  return answerOf(event, read.json, read.mistakes)
}

function answerOf(event: HookEvent, json: HookJson, mistakes: readonly string[]): HookAnswer {
  const problems = [...mistakes]
  let { decision, reason } = json
  if (decision === 'block' && NEVER_HELD.has(event)) {
    problems.push('says “block” where nothing can be held up')
    decision = null
  }
  if (decision === 'block' && reason === null) reason = 'It gave no reason.'
  return {
    decision,
    reason: reason === null ? null : cut(reason, REASON_CHARS),
    stop: json.continues ? null : cut(json.stopReason ?? 'It gave no reason.', REASON_CHARS),
    context: cut(json.additionalContext?.trim() ?? '', CONTEXT_CHARS) || null,
    message: json.systemMessage === null ? null : cut(json.systemMessage, REASON_CHARS),
    updatedInput: event === 'PreToolUse' ? json.updatedInput : null,
    problem: problems.length === 0 ? null : problems.join('; '),
  }
}

function said(stderr: string): string {
  const text = cut(stderr.trim(), STDERR_CHARS)
  return text === '' ? '' : `: ${text}`
}

/** Cut by characters, never in the middle of one, and it says so. Half characters, which JSON can carry, are replaced. */
function cut(given: string, limit: number): string {
  const text = given.toWellFormed()
  if (text.length <= limit) return text
  const head = text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
  return `${head}\n[… ${text.length - head.length} characters more are left out]`
}
