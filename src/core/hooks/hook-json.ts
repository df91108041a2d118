// The JSON a hook may print, field by field: one that is not what it should be does not take the others with it.
import type { HookEvent } from './hook'

export interface HookJson {
  decision: 'allow' | 'ask' | 'block' | null
  reason: string | null
  continues: boolean
  stopReason: string | null
  additionalContext: string | null
  systemMessage: string | null
  updatedInput: Record<string, unknown> | null
}

export type ReadHookJson = { json: HookJson; mistakes: string[] } | { problem: string }

/** What hooks have said by these words so far; `defer` leaves it to the rules, which is what saying nothing does. */
const DECISIONS: Readonly<Record<string, HookJson['decision']>> = {
  allow: 'allow',
  approve: 'allow',
  deny: 'block',
  block: 'block',
  ask: 'ask',
  defer: null,
}

/** Reads what begins like an object. */
export function readHookJson(event: HookEvent, text: string): ReadHookJson {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problem: 'printed what begins like JSON and is none' }
  }
  if (!isObject(value)) return { problem: 'printed JSON that is no object' }
  const mistakes: string[] = []
  const own = new Fields(value, '', mistakes)
  const specific = specificOf(value, event, mistakes)
  const decision = decisionOf(event, own.text('decision'), specific.text('permissionDecision'), mistakes)
  return {
    mistakes,
    json: {
      decision,
      reason: specific.text('permissionDecisionReason') ?? own.text('reason'),
      continues: own.flag('continue') ?? true,
      stopReason: own.text('stopReason'),
      additionalContext: specific.text('additionalContext') ?? own.text('additionalContext'),
      systemMessage: own.text('systemMessage'),
      updatedInput: specific.object('updatedInput'),
    },
  }
}

/** The part that is for this event; one that names another is not heeded. */
function specificOf(value: Record<string, unknown>, event: HookEvent, mistakes: string[]): Fields {
  const given = new Fields(value, '', mistakes).object('hookSpecificOutput') ?? {}
  const named = given.hookEventName
  if (named === undefined || named === event) return new Fields(given, 'hookSpecificOutput.', mistakes)
  mistakes.push(`“hookSpecificOutput” is for ${JSON.stringify(named)}, not for ${event}`)
  return new Fields({}, '', mistakes)
}

function decisionOf(
  event: HookEvent,
  own: string | null,
  permission: string | null,
  mistakes: string[],
): HookJson['decision'] {
  const word = event === 'PreToolUse' ? (permission ?? own) : own
  if (word === null) return null
  const decision = Object.hasOwn(DECISIONS, word) ? DECISIONS[word] : undefined
  if (decision === undefined) {
    mistakes.push(`decides “${word.slice(0, 40)}”, which is no decision`)
    return null
  }
  return event === 'PreToolUse' || decision === 'block' ? decision : null
}

class Fields {
  constructor(
    private readonly value: Record<string, unknown>,
    private readonly path: string,
    private readonly mistakes: string[],
  ) {}

  text(name: string): string | null {
    return this.read(name, 'a text', (value) => (typeof value === 'string' ? value : undefined))
  }

  flag(name: string): boolean | null {
    return this.read(name, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined))
  }

  object(name: string): Record<string, unknown> | null {
    return this.read(name, 'an object', (value) => (isObject(value) ? value : undefined))
  }

  private read<T>(name: string, expected: string, as: (value: unknown) => T | undefined): T | null {
    const given = this.value[name]
    if (given === undefined || given === null) return null
    const found = as(given)
    if (found === undefined) this.mistakes.push(`“${this.path}${name}” is not ${expected}`)
    return found ?? null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
