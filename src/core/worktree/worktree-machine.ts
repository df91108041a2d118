// The life of a worktree as a table: what may happen to it in which state, and what it is afterwards. Every path asks here.
import type { FailureCode } from '../../shared/contract/failure'
import type { WorktreeState } from '../../shared/domain/worktree'

/**
 * What happens to a worktree. Operations that take time have a beginning and an end, and an end that undid it: then the
 * worktree is again what it was before.
 */
export type WorktreeEvent =
  | 'make-again'
  | 'made'
  | 'not-made'
  | 'found'
  | 'lost'
  | 'used'
  | 'rested-clean'
  | 'rested-dirty'
  | 'kept'
  | 'merge-begun'
  | 'merge-ended'
  | 'discard-begun'
  | 'discard-undone'
  | 'discarded'
  | 'freed'
  | 'restore-begun'
  | 'restore-undone'
  | 'restored'

/** `before` stands for the state in which the operation began. */
type Row = { readonly [From in WorktreeState]?: WorktreeState | 'before' }

const SAME = {
  creating: 'creating',
  ready: 'ready',
  dirty: 'dirty',
  'in-use': 'in-use',
  merging: 'merging',
  missing: 'missing',
  restored: 'restored',
  failed: 'failed',
} as const satisfies Row

const TABLE: Record<WorktreeEvent, Row> = {
  'make-again': { creating: 'creating', failed: 'creating' },
  made: { creating: 'ready' },
  'not-made': { creating: 'failed' },
  found: { ...SAME, missing: 'ready', failed: 'ready' },
  lost: { ready: 'missing', dirty: 'missing', 'in-use': 'missing', restored: 'missing', missing: 'missing' },
  used: { ready: 'in-use', dirty: 'in-use', restored: 'in-use', 'in-use': 'in-use' },
  // One that came back is shown as such until it is used again, whatever lies in it.
  'rested-clean': { 'in-use': 'ready', ready: 'ready', dirty: 'ready', restored: 'restored' },
  'rested-dirty': { 'in-use': 'dirty', ready: 'dirty', dirty: 'dirty', restored: 'restored' },
  kept: SAME,
  'merge-begun': { ready: 'merging', dirty: 'merging', restored: 'merging' },
  'merge-ended': { merging: 'before' },
  'discard-begun': {
    creating: 'discarding',
    ready: 'discarding',
    dirty: 'discarding',
    missing: 'discarding',
    restored: 'discarding',
    failed: 'discarding',
  },
  'discard-undone': { discarding: 'before' },
  discarded: { discarding: 'discarded' },
  freed: { discarded: 'discarded' },
  'restore-begun': { discarded: 'restoring' },
  'restore-undone': { restoring: 'before' },
  restored: { restoring: 'restored' },
}

/** How an operation that ends in `before` begins: only from there can it have come. */
const BEGINNING: Partial<Record<WorktreeEvent, WorktreeEvent>> = {
  'merge-ended': 'merge-begun',
  'discard-undone': 'discard-begun',
  'restore-undone': 'restore-begun',
}

/** Why something cannot happen now, in words that go on after "This worktree …". */
const WORDS: Record<WorktreeState, readonly [FailureCode, string]> = {
  creating: ['worktree.busy', 'is still being created'],
  ready: ['conflict', 'is at its place and complete'],
  dirty: ['conflict', 'is at its place and holds uncommitted work'],
  'in-use': ['worktree.busy', 'is in use'],
  merging: ['worktree.busy', 'is just being merged'],
  missing: ['worktree.missing', 'is missing'],
  discarding: ['worktree.busy', 'is just being discarded'],
  discarded: ['worktree.missing', 'was discarded'],
  restoring: ['worktree.busy', 'is just being restored'],
  restored: ['conflict', 'is at its place again'],
  failed: ['worktree.missing', 'could not be created'],
}

export type WorktreeTransition = { state: WorktreeState } | { refusal: { code: FailureCode; reason: string } }

/**
 * What a worktree is after an event, or why the event cannot happen.
 *
 * @param before for the end of an operation that undid it or left things as they were: the state it began in
 */
export function nextState(state: WorktreeState, event: WorktreeEvent, before?: WorktreeState): WorktreeTransition {
  const to = TABLE[event][state]
  if (to === undefined) return refuse(state)
  if (to !== 'before') return { state: to }
  const beginning = BEGINNING[event]
  if (before === undefined || beginning === undefined || TABLE[beginning][before] !== state) return refuse(state)
  return { state: before }
}

/** Whether an event can happen in a state. */
export function allows(state: WorktreeState, event: WorktreeEvent): boolean {
  return TABLE[event][state] !== undefined
}

function refuse(state: WorktreeState): WorktreeTransition {
  const [code, words] = WORDS[state]
  return { refusal: { code, reason: `This worktree ${words}.` } }
}
