// Bringing a worktree's work home, as the services see it.
import type { GitOptions, WorktreeIdentity } from './git'

export type MergeMode = 'merge' | 'squash' | 'patch'

export interface MergeOrder {
  mode: MergeMode
  /** The checkout the worktree was made from, or a branch that is checked out nowhere. */
  into: { kind: 'parent' } | { kind: 'branch'; name: string }
  /** Only these files; with `hunks` as well, those in addition. Neither: everything. */
  paths?: readonly string[] | undefined
  hunks?: readonly { path: string; ids: readonly string[] }[] | undefined
  /** Of the commit that comes about. */
  message: string
  /** Of the commit of what the worktree has not committed. */
  uncommittedMessage: string
  /** Only look: nothing is changed, no object is left behind. */
  check: boolean
}

export interface MergeOptions extends GitOptions {
  /** How long a hook, or a program that signs, may take; in milliseconds. */
  programLimitMs?: number
}

/** A file that keeps the work from coming home, and why. */
export interface MergeConflict {
  path: string
  reason: string
}

export interface MergeOutcome {
  /** The checkout whose files changed; null for a branch nobody has checked out. */
  folder: string | null
  /** Null where HEAD is detached. */
  branch: string | null
  /** The commit that was made; null for a patch, a check, or when there was nothing to do. */
  commit: string | null
  /** Files that changed at their destination, by path from the top level. */
  files: string[]
  /** Lines, as git counts them; binary files count none. */
  added: number
  removed: number
  /** Refs that keep what was there before. */
  refs: string[]
  /** Everything asked for was at its destination already. */
  alreadyMerged: boolean
  /** What else there is to know, in words. */
  notes: string[]
}

/** What the start made of a merge that was cut off. */
export interface MergeRecovery {
  threadId: string
  folder: string
  outcome: 'finished' | 'undone' | 'left'
  /** Files that are neither as before nor as they were to be; they were left alone. */
  notes: string[]
}

export interface MergingGit {
  /**
   * Brings the work of a worktree home: its own only, never what it carried from its parent. Nothing is touched before it is
   * certain that everything fits; what is touched then is journalled.
   *
   * @throws FailureError `worktree.conflict` with `files`, `worktree.busy`, `worktree.missing`, `invalid_input` (a choice that
   *   does not exist, no identity), `conflict` (a hook or a signature refused it)
   */
  mergeWorktree(record: WorktreeIdentity, order: MergeOrder, options: MergeOptions): Promise<MergeOutcome>
  /** Finishes or undoes what a killed process left half done; to be called before anything else merges. */
  recoverMerges(): Promise<MergeRecovery[]>
}
