// The recursion guard: a model inside a fork or agent may not start agents. Two layers; either one refuses.
import type { ThreadKind } from '../../shared/domain/thread'
import { isForkBoilerplate } from './child-instruction'

export interface GuardFacts {
  /** The kinds of the thread and of all its ancestors, the thread first. */
  lineage: readonly ThreadKind[]
  /** The texts of the blocks of origin `app` in the thread's own history and what it inherits. */
  appTexts: Iterable<string>
}

/** The tool result of a refused call. */
export const NESTED_REFUSAL =
  'fork.nested: agents cannot be started from inside a fork or agent. Do the work yourself with the tools you have.'

/**
 * Decides whether the model of a thread may call `Agent`.
 *
 * @returns null when it may, else which layer refused
 */
export function guardSpawn(facts: GuardFacts): 'provenance' | 'boilerplate' | null {
  if (facts.lineage.some((kind) => kind === 'fork' || kind === 'agent' || kind === 'island')) return 'provenance'
  for (const text of facts.appTexts) if (isForkBoilerplate(text)) return 'boilerplate'
  return null
}
