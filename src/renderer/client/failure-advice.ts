// What a person can do about a failure; the failure itself is said by failure-text.ts.
import { type FailureCode, FailureError } from '../../shared/contract/failure'
import { ConnectionLostError } from './host-client'

export interface Advice {
  /** null: the failure's own sentence says it. */
  text: string | null
  /** Where the remedy is, when it is in this window. */
  place: 'settings' | null
}

const here = (text: string): Advice => ({ text, place: null })
const inSettings = (text: string | null): Advice => ({ text, place: 'settings' })

const ADVICE: Partial<Record<FailureCode, Advice>> = {
  'provider.no_key': inSettings(null),
  'provider.auth': inSettings('Check the API key and the base URL.'),
  'provider.model': here('Choose another model, with /model or in the settings.'),
  'provider.network': inSettings('Check the network and the base URL, then send again.'),
  'provider.rate_limited': here('Wait a little, then send again.'),
  'provider.overloaded': here('Wait a little, then send again.'),
  'budget.exceeded': inSettings('Raise the budget, or leave it empty.'),
  'fork.off': inSettings('Switch fork mode on.'),
  'fork.coordinator': here('Ask the main agent to delegate, or start a session that is not coordinated.'),
  'fork.not_forkable': here('Fork from an earlier turn, or wait until this one has an answer.'),
  'thread.running': here('Wait until the turn ends, or stop it.'),
  'worktree.busy': here('Try again afterwards.'),
  'worktree.not_git': here('Choose the same folder instead of a new worktree.'),
  'worktree.no_commit': here('Or choose the same folder.'),
  'project.not_found': here('Check the path for typing errors.'),
  'project.not_a_folder': here('Choose the folder the file is in.'),
  'project.unreadable': here('Check who may read the folder.'),
  'store.full': here('Free some space on the disk, then try again.'),
  not_found: here('It may have been removed meanwhile.'),
}

/** What to do next; null where there is nothing to add. */
export function failureAdvice(error: unknown): Advice | null {
  if (error instanceof ConnectionLostError) return here('Look at what happened before you try again.')
  if (!(error instanceof FailureError)) return null
  // What says itself that a setting is missing or wrong.
  if (error.failure.code === 'invalid_input' && error.failure.path === 'editor.command') return inSettings(null)
  return ADVICE[error.failure.code] ?? null
}
