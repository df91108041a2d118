// A plan is a row of steps with calls. What is next follows from the calls already made and answered, so the demo
// model needs no memory: a conversation that was stopped, resumed or forked goes on where it stands.

import { call, text, thinking } from '../script/builders'
import type { CallSeen } from '../script/conversation'
import type { CallReply, ReplyBlock } from '../script/reply'
import { firstLine } from './results'

export type PlannedCall = {
  name: string
  input: Readonly<Record<string, unknown>>
  /** A failure is a result too and is told as such, like that of a failing test run. */
  anyResult?: boolean
}

export type PlanStep = {
  think?: string
  say?: string
  /** The calls of the step; a function where they depend on what came before. No calls, no step. */
  calls: readonly PlannedCall[] | ((seen: Seen) => readonly PlannedCall[])
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

const mostAttempts = 3

/** The blocks of the next step, or null when nothing is left to do. */
export function nextStep(plan: Plan, seen: Seen): ReplyBlock[] | null {
  for (const step of plan.steps) {
    const calls = typeof step.calls === 'function' ? step.calls(seen) : step.calls
    const open = calls.filter((each) => !isSettled(each, seen.all))
    if (open.length === 0) continue
    const again = calls.some((each) => attemptsOf(each, seen.all).length > 0)
    const words = again ? [] : [...optional(step.think, thinking), ...optional(step.say, text)]
    return [...words, ...open.map(toCall)]
  }
  return null
}

/** The files of a plan that were really changed. */
export function changedFiles(plan: Plan, seen: Seen): string[] {
  const done = seen.all.filter((each) => !each.isError && each.result !== null && ['edit', 'write'].includes(each.name))
  return (plan.changes ?? []).filter((path) => done.some((each) => each.input.file_path === path))
}

/** What to say at the end, without claiming a change that did not happen. */
export function conclusion(plan: Plan, seen: Seen): string {
  const wanted = plan.changes ?? []
  const changed = changedFiles(plan, seen)
  if (changed.length === wanted.length) return plan.conclude(seen)
  const why = firstLine(seen.failed[0]?.result ?? 'the calls for it were not answered')
  if (changed.length === 0) return `Nothing was changed: ${why}`
  const missing = wanted.filter((path) => !changed.includes(path)).map((path) => `\`${path}\``)
  return `Only part of this was done; ${missing.join(', ')} did not change: ${why}`
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
  // What a person, a rule or the tool itself refused is not tried again; what was cut off is.
  return !(last.isError && /^Interrupted\b/.test(last.result)) || attempts.length >= mostAttempts
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
