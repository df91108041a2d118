// Git as the services see it: the parent's repository, and the worktrees lent to threads. Every path is a real path.

import type { EpochMs } from '../../../shared/domain/units'
import type { ChangedFile } from '../../../shared/domain/worktree'

export interface GitOptions {
  /** Whether the person trusts the project: only then its clean and smudge filters run. Hooks never do. */
  trusted: boolean
  /** What a new worktree gets besides the parent's files that git sees; nothing without it. */
  extras?: WorktreeExtras
  signal?: AbortSignal
}

export interface WorktreeExtras {
  /** Ignored files, as paths or globs relative to the project. */
  copy: readonly string[]
  link: readonly string[]
  submodules: 'tell' | 'fill'
}

/** Which repository a folder belongs to, and where that stands. */
export interface RepositoryPlace {
  isGit: boolean
  /** Why git does not work here (not a repository, owned by somebody else, no git at all); null where it does. */
  problem: string | null
  /** Null in a bare repository, and inside a `.git` folder. */
  topLevel: string | null
  gitDir: string | null
  /** What all worktrees of the repository share; the key of its write queue. */
  commonDir: string | null
  /** Null on a branch without a commit. */
  head: string | null
  branch: string | null
  detached: boolean
  bare: boolean
}

export interface RepositoryFacts extends RepositoryPlace {
  /** When HEAD was committed. */
  headAt: EpochMs | null
  /** Commits the branch is ahead of and behind its upstream, as last fetched; null without one. */
  upstream: { ahead: number; behind: number } | null
  /** Files that differ from HEAD: staged, unstaged, untracked and not ignored. */
  uncommitted: number
}

/** What identifies a worktree ever after: the part of its record that git calls need. */
export interface WorktreeIdentity {
  threadId: string
  /** The checkout: `<data>/worktrees/<threadId>/<name of the repository>`. */
  path: string
  branch: string
  /** The parent's HEAD when it was planned. */
  base: string
  /** A commit on top of `base` with the parent's uncommitted work; null when there was none. The branch starts there. */
  baseTree: string | null
  /** Top level of the checkout it was made from. */
  parentFolder: string
  /** The repository's common git folder. */
  commonDir: string
  /** Random; also in the owner file beside the checkout. */
  nonce: string
}

export interface WorktreePlan extends WorktreeIdentity {
  /** Where in the checkout the thread works: the project's folder relative to the top level, '' for all of it. */
  subPath: string
  /** What does not travel, in words: nested repositories, submodules, filters that are not run. */
  notes: string[]
}

export interface PlanInput {
  folder: string
  threadId: string
  title: string
}

export interface CreatedWorktree {
  head: string
  /** Where the checkout differs from the parent's bytes, in words. */
  notes: string[]
}

export type WorktreeVerdict =
  | {
      ok: true
      head: string | null
      branch: string | null
      gitDir: string
      /** Another branch than its own, which still exists, is checked out: what is committed now would be that one's. */
      strayed: boolean
    }
  | { ok: false; state: 'missing' | 'replaced' | 'moved'; reason: string }

export type RecreateOutcome =
  | { ok: true; head: string; from: 'registration' | 'branch' | 'kept-ref' | 'recorded-head'; notes: string[] }
  | { ok: false; reason: string }

/** What a worktree's files are compared with: the commit it started from [default], or the parent's files as they are now. */
export type ComparedWith = 'base' | 'parent'

export interface ComparedSide {
  /** In words. */
  label: string
  /** Null where no commit holds exactly that. */
  commit: string | null
}

export interface ChangesOptions extends GitOptions {
  against?: ComparedWith
  maxDiffBytes?: number
}

export interface OwnCommit {
  hash: string
  subject: string
  at: EpochMs
}

export interface WorktreeChanges {
  /** Null when its branch lost its commit. */
  head: string | null
  files: ChangedFile[]
  /** Unified diff; cut with a mark when it is longer than asked for. */
  diff: string
  cut: boolean
  /** The worktree's own commits, newest first. */
  commits: OwnCommit[]
  against: ComparedSide
}

/** One side of a changed file, as git stores it. */
export interface FileSide {
  bytes: number
  /** A `data:` address; null for what is no image, or larger than asked for. */
  image: string | null
}

export interface FileChange {
  /** Unified diff of this file alone; null for a binary file. Cut after a whole line when it is longer than asked for. */
  diff: string | null
  cut: boolean
  binary: boolean
  /** Null where the file does not exist, or is a submodule. */
  before: FileSide | null
  after: FileSide | null
}

export interface WorktreeLoss {
  /** Tracked files whose content is in no commit. */
  uncommitted: string[]
  untracked: string[]
  /** Ignored files and folders the parent's checkout does not have. */
  ignored: string[]
  /** Commits that no other branch, remote branch or tag reaches. */
  commits: number
  /** Own commits that the parent's checkout does not have; 0 when it has what they changed all the same. */
  unmerged: number
  /** Why it is in use, in words; empty when it is not. */
  inUse: string[]
}

export interface DiscardedWorktree {
  /** Null when there was no folder any more. */
  rescuedTo: string | null
  /** Refs that keep commits and uncommitted work alive. */
  refs: string[]
  notes: string[]
}

/** What a repository holds of linked worktrees, and of our refs. */
export interface SurveyedRepository {
  commonDir: string
  registrations: { adminDir: string; checkout: string }[]
  /** Those below `refs/tine/`. */
  refs: string[]
}

export interface HeadFacts {
  branch: string | null
  head: string | null
  /** Commits since the start of the worktree. */
  commits: number
  filesChanged: number
  /** Files, not ignored, whose content is not that of the head. */
  uncommitted: number
  /** Lines of its own work, committed or not, against its start. */
  added: number
  removed: number
}

/** What a foreign change of the main checkout would alter; plain data, comparable after a restart too. */
export interface MainSnapshot {
  topLevel: string
  head: string
  /** Path to what the index holds, where that differs from HEAD. */
  index: Record<string, string>
  /** Path to how the working file differs from the index, with its size and times. */
  files: Record<string, string>
  refs: Record<string, string>
  stash: string
  /** Configuration, hooks, excludes, attributes: file to hash. */
  config: Record<string, string>
}

export interface MainDifference {
  kind: 'head' | 'index' | 'files' | 'refs' | 'stash' | 'config'
  /** One sentence for a person. */
  text: string
  /** Paths, refs or configuration files concerned. */
  names: string[]
}

/**
 * Worktrees and repositories. Expected failures are `FailureError`s (`worktree.*`, `conflict`); a git command that fails
 * in a way nobody foresaw throws a `GitCommandError` with git's own words. Nothing here stores records.
 */
export interface Git {
  /** Version null where git is not installed; the problem says why worktrees cannot be had with it, or is null. */
  version(): Promise<{ version: string | null; problem: string | null }>
  /** What can be told without a look at its files. */
  findRepository(folder: string): Promise<RepositoryPlace>
  inspectRepository(folder: string, options: GitOptions): Promise<RepositoryFacts>
  planWorktree(input: PlanInput, options: GitOptions): Promise<WorktreePlan>
  /** Safe to repeat, also after a crash in the middle. */
  createWorktree(plan: WorktreePlan, options: GitOptions): Promise<CreatedWorktree>
  verifyWorktree(record: WorktreeIdentity): Promise<WorktreeVerdict>
  recreateWorktree(
    record: WorktreeIdentity & { head: string; subPath: string },
    options: GitOptions,
  ): Promise<RecreateOutcome>
  readChanges(record: WorktreeIdentity, options: ChangesOptions): Promise<WorktreeChanges>
  /**
   * One file of those changes; null when it does not differ.
   *
   * @param path as `readChanges` names it; of a renamed file the new name
   */
  readFileChange(
    record: WorktreeIdentity,
    path: string,
    options: ChangesOptions & { maxImageBytes?: number },
  ): Promise<FileChange | null>
  headFacts(record: WorktreeIdentity, options: GitOptions): Promise<HeadFacts>
  /** Stores the head as `refs/tine/head/<threadId>`, so that it survives the loss of the branch. */
  keepHead(record: WorktreeIdentity): Promise<string | null>
  assessLoss(record: WorktreeIdentity, options: GitOptions): Promise<WorktreeLoss>
  /** The one decision whether taking the worktree away needs a person's word. */
  wouldLose(loss: WorktreeLoss): boolean
  /** Moves the folder to `rescueDir`; never deletes. Safe to repeat. */
  discardWorktree(
    record: WorktreeIdentity,
    options: GitOptions & { rescueDir: string; at: EpochMs },
  ): Promise<DiscardedWorktree>
  /**
   * The way back from `discardWorktree`; safe to repeat.
   *
   * @param options.from the folder that holds owner file and checkout; null: from what its refs keep
   */
  restoreWorktree(
    record: WorktreeIdentity & { head: string; subPath: string },
    options: GitOptions & { from: string | null },
  ): Promise<{ head: string }>
  /** Keeps what a worktree holds in refs, wherever its `path` is now; answers those that exist. */
  keepRescueRefs(record: WorktreeIdentity, options: GitOptions): Promise<string[]>
  /** What a repository knows of worktrees and refs of ours; null where it is gone. */
  surveyRepository(commonDir: string): Promise<SurveyedRepository | null>
  /** Keeps the registration of a checkout whose folder goes into an archive from being tidied away. */
  lockRegistration(commonDir: string, checkout: string): Promise<void>
  snapshotMain(topLevel: string, options: GitOptions): Promise<MainSnapshot>
  /** `ownBranches`: branches of running forks, whose movement is not foreign. */
  compareMain(before: MainSnapshot, after: MainSnapshot, ownBranches: readonly string[]): MainDifference[]
}
