// What a model's call of `Agent` starts: a fork, a fresh agent, or nothing, with the reason.
import { FORK_TYPE, GENERAL_PURPOSE } from './agent-type'

export interface SpawnCall {
  subagentType: string | undefined
  /** Only in the schema where forks are off. */
  runInBackground: boolean | undefined
}

export interface SpawnRules {
  /** The setting, or the variable. */
  forkMode: boolean
  /** A session whose main agent only delegates. */
  coordinator: boolean
  /** Whether there is a person who could be asked; without one there are no forks. */
  person: boolean
}

export type Spawn =
  | { kind: 'fork' }
  | { kind: 'agent'; type: string; background: boolean }
  | { kind: 'refused'; text: string }

/** Whether the model of a thread can start forks at all. */
export function forksOffered({ forkMode, coordinator, person }: SpawnRules): boolean {
  return forkMode && !coordinator && person
}

/** Decides about one call. With fork mode on everything runs in the background; without a person nothing does. */
export function resolveSpawn({ subagentType, runInBackground }: SpawnCall, rules: SpawnRules): Spawn {
  const named = subagentType?.trim()
  if (named === FORK_TYPE || (!named && (forksOffered(rules) || rules.coordinator))) {
    const refusal = refusalOf(rules)
    return refusal === null ? { kind: 'fork' } : { kind: 'refused', text: refusal }
  }
  const background = rules.person && (rules.forkMode || runInBackground === true)
  return { kind: 'agent', type: named || GENERAL_PURPOSE, background }
}

function refusalOf({ forkMode, coordinator, person }: SpawnRules): string | null {
  if (coordinator)
    return 'fork.coordinator: this session only delegates, and is not forked. Name the type of a fresh agent in subagent_type, and tell it everything it has to know.'
  if (!person) return 'fork.off: nobody is there who could be asked, so there are no forks. Name another type of agent.'
  return forkMode ? null : 'fork.off: forks are switched off. Name another type of agent, or do the work yourself.'
}
