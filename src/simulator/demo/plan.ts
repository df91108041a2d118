// A plan is a row of steps with calls. What is next follows from the calls already made and answered, so the demo
// model needs no memory: a conversation that was stopped, resumed or forked goes on where it stands.

import { call, text, thinking } from '../script/builders'
import type { CallSeen } from '../script/conversation'
import type { CallReply, ReplyBlock } from '../script/reply'

export type PlannedCall = {
  name: string
  input: Readonly<Record<string, unknown>>
  /** Any answer settles it, an error too: a failing test run is a result. */
  anyResult?: boolean
}

export type PlanStep = {
  think?: string
  say?: string
  calls: readonly PlannedCall[]
}

export type Plan = {
  /** What this is about, in a line. */
  scope: string
  steps: readonly PlanStep[]
  keyFiles?: readonly string[]
  /** Files the plan changes when all goes well. */
  changes?: readonly string[]
  /** Subject of the commit, for workers that are to commit. */
  commitMessage?: string
  /** What to say at the end. */
  conclude: (seen: Seen) => string
}

/** The calls made for a plan so far. */
export type Seen = {
  all: readonly CallSeen[]
  /** The last answer to a call of this tool whose input matches. */
  last: (name: string, matches?: (input: Readonly<Record<string, unknown>>) => boolean) => CallSeen | undefined
  /** Calls that never succeeded, each once. */
  failed: readonly CallSeen[]
}

const mostAttempts = 2
const finalRefusal = /\b(denied|refused|not allowed|no permission)\b/i

/** The blocks of the next step, or null when nothing is left to do. */
export function nextStep(plan: Plan, seen: Seen): ReplyBlock[] | null {
  for (const step of plan.steps) {
    const open = step.calls.filter((each) => !isSettled(each, seen.all))
    if (open.length === 0) continue
    const again = step.calls.some((each) => attemptsOf(each, seen.all).length > 0)
    const words = again ? [] : [...optional(step.think, thinking), ...optional(step.say, text)]
    return [...words, ...open.map(toCall)]
  }
  return null
}

/** Looks through the calls of a conversation. */
export function lookThrough(all: readonly CallSeen[]): Seen {
  const succeeded = new Set(all.filter((each) => !each.isError && each.result !== null).map(keyOf))
  const failed = new Map(
    all.filter((each) => each.isError && !succeeded.has(keyOf(each))).map((each) => [keyOf(each), each]),
  )
  return {
    all,
    last: (name, matches = () => true) => all.findLast((each) => each.name === name && matches(each.input)),
    failed: [...failed.values()],
  }
}

function isSettled(planned: PlannedCall, all: readonly CallSeen[]): boolean {
  const attempts = attemptsOf(planned, all)
  const last = attempts.at(-1)
  if (last === undefined || last.result === null) return false
  if (!last.isError) return true
  if (/^Interrupted\b/.test(last.result)) return attempts.length > mostAttempts
  return planned.anyResult === true || finalRefusal.test(last.result) || attempts.length >= mostAttempts
}

function attemptsOf(planned: PlannedCall, all: readonly CallSeen[]): CallSeen[] {
  const key = keyOf(planned)
  return all.filter((each) => keyOf(each) === key)
}

function keyOf({ name, input }: { name: string; input: Readonly<Record<string, unknown>> }): string {
  return `${name} ${JSON.stringify(input)}`
}

function toCall({ name, input }: PlannedCall): CallReply {
  return call(name, input)
}

function optional<T>(words: string | undefined, make: (words: string) => T): T[] {
  return words === undefined ? [] : [make(words)]
}
