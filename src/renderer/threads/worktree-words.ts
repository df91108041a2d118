// Every state of a worktree in words: the one place where they are written.
import type { WorktreeState } from '../../shared/domain/worktree'

export interface WorktreeWords {
  /** Complete without the icon: `uncommitted work`. */
  word: string
  /** What is drawn in the folder. */
  icon: 'none' | 'dot' | 'run' | 'join' | 'bar' | 'back' | 'cross'
  tone: 'plain' | 'wait' | 'bad'
  /** The outline of the folder: solid at rest, dashed while something is done with it, dotted where it is not there. */
  pattern: 'solid' | 'dashed' | 'dotted'
}

const plain = { tone: 'plain', pattern: 'solid' } as const
const busy = { tone: 'plain', pattern: 'dashed' } as const

const WORDS: Record<WorktreeState, WorktreeWords> = {
  creating: { ...busy, word: 'being created', icon: 'none' },
  ready: { ...plain, word: 'committed, clean', icon: 'none' },
  dirty: { ...plain, word: 'uncommitted work', icon: 'dot' },
  'in-use': { ...plain, word: 'in use', icon: 'run' },
  merging: { ...busy, word: 'being merged', icon: 'join' },
  missing: { word: 'missing', icon: 'none', tone: 'bad', pattern: 'dotted' },
  discarding: { ...busy, word: 'being discarded', icon: 'bar' },
  discarded: { ...plain, word: 'discarded', icon: 'bar' },
  restoring: { ...busy, word: 'being restored', icon: 'back' },
  restored: { ...plain, word: 'restored', icon: 'back' },
  failed: { ...plain, word: 'could not be created', icon: 'cross', tone: 'bad' },
}

/** The state of a worktree as a person is told it. A state without words does not compile. */
export function worktreeWords(state: WorktreeState): WorktreeWords {
  return WORDS[state]
}

/** Whether something is being done with it that has to end first. */
export function isBetween(state: WorktreeState): boolean {
  return WORDS[state].pattern === 'dashed'
}
