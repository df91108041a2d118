// The icon and the colour with which Home says a state; a session has no thread of its own to ask.
import type { ThreadState } from '../../../shared/domain/thread'
import type { StateIconName } from '../../threads/thread-words'

const ICONS: Partial<Record<ThreadState, StateIconName>> = {
  'waiting-approval': 'waiting',
  'rate-limited': 'rate',
  'turn-limit': 'limit',
  'worktree-missing': 'missing',
}

/** The sign of a state. */
export function iconOf(state: ThreadState): StateIconName {
  return ICONS[state] ?? (state as StateIconName)
}

/** Whether a state waits for the person, is bad, or neither. */
export function toneOf(state: ThreadState): 'wait' | 'bad' | 'plain' {
  if (state === 'waiting-approval') return 'wait'
  return state === 'failed' || state === 'worktree-missing' ? 'bad' : 'plain'
}
