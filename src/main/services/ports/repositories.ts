// Git as the host needs it: facts of a repository, and worktrees made, checked, read and moved aside.
import type { ChangedFile } from '../../../shared/domain/worktree'

export interface RepositoryFacts {
  isGit: boolean
  /** The commit checked out; null for an unborn branch. */
  head: string | null
  branch: string | null
  topLevel: string | null
  /** How many files are changed, staged or untracked. */
  uncommitted: number
}

/** Everything that fixes a worktree before it exists; stored in the transaction that creates its thread. */
export interface WorktreePlan {
  threadId: string
  parentFolder: string
  /** The checkout's own folder. */
  path: string
  /** The project's folder inside the checkout, relative; '' where the project is the top level. */
  subPath: string
  branch: string
  base: string
  baseTree: string | null
  nonce: string
}

export type WorktreeCheck = { ok: true } | { ok: false; reason: string }

export interface WorktreeChanges {
  head: string
  files: ChangedFile[]
  diff: string
}

export interface WorktreeLoss {
  wouldLose: boolean
  /** For the person: what exists nowhere else, one line each. */
  reasons: string[]
}

/** What the main checkout looked like at one moment; compared after each command of an isolated thread. */
export interface CheckoutImage {
  readonly folder: string
  readonly parts: Readonly<Record<string, string>>
}

export interface Repositories {
  version(): Promise<string | null>
  inspect(folder: string): Promise<RepositoryFacts>
  /** Captures the parent's uncommitted work and fixes base, path and branch. Throws the `worktree.*` failures. */
  plan(request: { folder: string; threadId: string; title: string; trusted: boolean }): Promise<WorktreePlan>
  /** Makes the checkout of a plan; doing it again changes nothing. */
  create(plan: WorktreePlan, trusted: boolean): Promise<void>
  /** Whether the folder is the checkout it should be: top level, git dir, branch, owner. */
  verify(plan: WorktreePlan): Promise<WorktreeCheck>
  /** Makes a missing checkout again at its recorded place, or answers why not. */
  recreate(plan: WorktreePlan, trusted: boolean): Promise<WorktreeCheck>
  changes(plan: WorktreePlan, trusted: boolean): Promise<WorktreeChanges>
  loss(plan: WorktreePlan): Promise<WorktreeLoss>
  /** Moves the folder into the data folder's `rescued`; refs keep its commits. */
  discard(plan: WorktreePlan): Promise<{ rescuedTo: string; refs: string[] }>
  image(folder: string, exceptBranches: readonly string[]): Promise<CheckoutImage>
  /** What differs, in words; empty when nothing does. */
  differences(before: CheckoutImage, after: CheckoutImage): string[]
}
