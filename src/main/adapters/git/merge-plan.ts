// Everything a merge is going to do, found out before anything is touched: one tree for each place it changes.
import { FailureError } from '../../../shared/contract/failure'
import type { WorktreeIdentity } from '../../services/ports/git'
import type { MergeConflict, MergeOrder } from '../../services/ports/merge'
import { withCapturedTree } from './capture-tree'
import type { GitAt } from './git-at'
import { chooseWork, withoutFiles } from './merge-choice'
import { mergedBefore } from './merge-record'
import { treeOf } from './merge-replay'
import type { MergeTarget } from './merge-target'
import { mergeTrees } from './merge-trees'
import { nameOf } from './nul-list'
import { isAsPlaced, readPlaced } from './placed-files'
import { startOf } from './start-of'
import { strayFiles } from './submodules'
import { withTemporaryIndex } from './temporary-index'
import { treeChanges } from './tree-entries'

/** A place's tree before and after. */
export interface Step {
  before: string
  after: string
}

export interface MergePlan {
  /** The tree of the worktree's files now. */
  work: string
  /** The start of the worktree with everything that will have come home. */
  home: string
  /** Whether the worktree has, or had, anything of its own that is to go home. */
  anything: boolean
  /** The commits; null for a patch. */
  commits: Step | null
  /** What is staged in the destination; null where no index changes. */
  index: Step | null
  /** Its files, committed or not; null for a branch nobody has checked out. */
  files: Step | null
  notes: string[]
}

const GITLINK = '160000'

/**
 * Plans a merge. Only objects are written.
 *
 * @param git bound to the worktree
 * @throws FailureError `worktree.conflict` with every file that does not fit
 */
export async function planMerge(
  git: GitAt,
  record: WorktreeIdentity,
  target: MergeTarget,
  order: MergeOrder,
): Promise<MergePlan> {
  const start = await treeOf(git, startOf(record))
  const captured = await captureWork(git, start)
  const last = await mergedBefore(git, record.threadId, target.onto)
  const before = last === null || last.patch ? start : last.tree
  const home = await chooseWork(git, { start, before, work: captured.tree }, order)
  if (order.mode === 'merge' && home !== captured.tree)
    throw new FailureError(
      'invalid_input',
      'A part of the work cannot be merged with its commits: squash it, or take it as a patch.',
    )
  await refuseSubmodules(git, before, home)
  const bases: Bases = { base: before, patched: last?.patch ? last.tree : null }
  const plan: MergePlan = {
    work: captured.tree,
    home,
    anything: home !== start || before !== start,
    commits: null,
    index: null,
    files: null,
    notes: captured.notes,
  }
  if (!plan.anything) return plan
  const conflicts = new Map<string, MergeConflict>()
  const known = new Map<string, ReturnType<typeof mergeFrom>>()
  const place = async (tree: string, inWords: (conflict: MergeConflict) => string): Promise<Step> => {
    // Of a clean checkout, commit, index and files are one tree.
    const merging = known.get(tree) ?? mergeFrom(target.git, bases, tree, home)
    known.set(tree, merging)
    const { merged, found } = await merging
    for (const conflict of found)
      if (!conflicts.has(conflict.path)) conflicts.set(conflict.path, { ...conflict, reason: inWords(conflict) })
    return { before: tree, after: merged }
  }
  if (order.mode !== 'patch') {
    const carried = await carriedPaths(git, record)
    plan.commits = await place(await treeOf(git, target.onto), ({ path, reason }) =>
      carried.has(path) ? `${reason}; it builds on work that is not committed in the parent’s folder` : reason,
    )
  }
  if (target.checkout !== null) {
    const here = await captureCheckout(target.git)
    plan.notes.push(...here.notes)
    plan.files = await place(here.tree, ({ path, reason }) =>
      here.untracked.has(path) ? 'an untracked file of that name is in the way' : reason,
    )
    if (plan.commits) plan.index = await place(here.index, ({ reason }) => `${reason}; the other side is staged`)
  }
  refuseConflicts([...conflicts.values()])
  return plan
}

/** @throws FailureError `worktree.conflict` where there is any */
export function refuseConflicts(files: readonly MergeConflict[]): void {
  if (files.length === 0) return
  const names = files.map(({ path }) => path)
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  throw new FailureError(
    'worktree.conflict',
    `Nothing was changed: ${names.slice(0, 3).join(', ')}${more} ${names.length === 1 ? 'does' : 'do'} not fit.`,
    { files },
  )
}

async function captureWork(git: GitAt, start: string): Promise<{ tree: string; notes: string[] }> {
  return withCapturedTree(git, true, async ({ tree, unmerged, notes }) => {
    refuseConflicts([...unmerged].map((path) => ({ path, reason: 'the fork has not resolved a conflict in it' })))
    const stray = (await strayFiles(git)).map((path) => `${path} lies in the folder of a submodule and stays behind`)
    return { tree: await withoutPlaced(git, start, tree), notes: [...notes, ...stray] }
  })
}

/** What the app put into the worktree is nobody's work, also where a fork committed it with everything else. */
async function withoutPlaced(git: GitAt, start: string, tree: string): Promise<string> {
  const checkout = git.place.cwd
  const placed = await readPlaced(checkout)
  if (Object.keys({ ...placed.files, ...placed.links }).length === 0) return tree
  const added = (await treeChanges(git, start, tree)).filter(({ letter }) => letter === 'A')
  const ours = await Promise.all(added.map(({ path }) => isAsPlaced(checkout, nameOf(path), placed)))
  return withoutFiles(
    git,
    tree,
    added.filter((_, n) => ours[n]),
  )
}

interface CheckoutNow {
  tree: string
  index: string
  untracked: ReadonlySet<string>
  notes: string[]
}

/** Files and index of the destination, each as a tree. */
async function captureCheckout(git: GitAt): Promise<CheckoutNow> {
  const files = await withCapturedTree(git, true, async ({ tree, untracked, unmerged }) => {
    refuseConflicts([...unmerged].map((path) => ({ path, reason: 'the parent’s folder has a conflict in it' })))
    return { tree, untracked, notes: [] }
  })
  const index = await withTemporaryIndex(git, true, ({ env }) => git.line(['write-tree'], { env }))
  return { ...files, index }
}

interface Bases {
  base: string
  /** What went home as files without a commit, later than `base`; nobody knows whether it is still there. */
  patched: string | null
}

async function mergeFrom(
  git: GitAt,
  { base, patched }: Bases,
  ours: string,
  theirs: string,
): Promise<{ merged: string; found: MergeConflict[] }> {
  const { tree, conflicts } = await mergeTrees(git, base, ours, theirs)
  if (conflicts.length === 0) return { merged: tree, found: [] }
  if (patched === null || !(await holds(git, base, ours, patched))) return { merged: ours, found: conflicts }
  const again = await mergeTrees(git, patched, ours, theirs)
  return again.conflicts.length === 0 ? { merged: again.tree, found: [] } : { merged: ours, found: conflicts }
}

/** Whether all that changed between two trees is in a third one already. */
async function holds(git: GitAt, from: string, tree: string, to: string): Promise<boolean> {
  const merged = await mergeTrees(git, from, tree, to)
  return merged.conflicts.length === 0 && merged.tree === tree
}

/** Their commits live in the submodule's own repository, which stays where it is. */
async function refuseSubmodules(git: GitAt, from: string, to: string): Promise<void> {
  const changes = await treeChanges(git, from, to)
  const links = changes.filter(({ oldMode, newMode }) => oldMode === GITLINK || newMode === GITLINK)
  refuseConflicts(links.map(({ path }) => ({ path: nameOf(path), reason: 'it is a submodule: merge it by hand' })))
}

async function carriedPaths(git: GitAt, { base, baseTree }: WorktreeIdentity): Promise<ReadonlySet<string>> {
  if (baseTree === null) return new Set()
  return new Set((await treeChanges(git, base, baseTree)).map(({ path }) => nameOf(path)))
}
