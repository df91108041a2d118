// What would be gone if a worktree were gone: asked before every step that takes one away.
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitOptions, WorktreeIdentity, WorktreeLoss } from '../../services/ports/git'
import { type GitAt, plainGitAt } from './git-at'
import { reasonsInUse } from './in-use'
import { lastStood } from './last-stood'
import { splitNul } from './nul-list'
import { isAsPlaced, type Placed, readPlaced } from './placed-files'
import { isAbsent } from './presence'
import { startOf } from './start-of'
import { readStatus, type StatusEntry } from './status'
import { submoduleLoss } from './submodules'
import { parentPlace, verifiedGit } from './worktree-git'

/** Ignored files larger than this are not compared with the parent's: they count as only existing here. */
const COMPARED_BYTES = 1024 * 1024

/**
 * Lists what exists in a worktree and nowhere else. What it started with (the parent's HEAD, the carried work) does not
 * count.
 *
 * @throws FailureError `worktree.missing`
 */
export async function assessLoss(
  record: WorktreeIdentity,
  dataDir: string,
  options: GitOptions,
): Promise<WorktreeLoss> {
  const git = await verifiedGit(record, dataDir, options)
  const { entries, head: standing } = await readStatus(git, { ignored: true })
  const head = standing ?? (await lastStood(git))
  const placed = await readPlaced(record.path)
  const of = (...kinds: StatusEntry['kind'][]) =>
    entries.filter((entry) => kinds.includes(entry.kind)).map((entry) => entry.path)
  const [untracked, ignored, inside, commits, unmerged, inUse] = await Promise.all([
    notPlaced(record, of('untracked'), placed),
    notPlaced(record, of('ignored'), placed).then((entries) => onlyHere(record, entries)),
    submoduleLoss(git, options),
    unsharedCommits(git, record, head),
    unmergedCommits(git, record, head),
    reasonsInUse(record.path, git.place.gitDir ?? ''),
  ])
  const uncommitted = [...of('changed', 'renamed', 'unmerged'), ...inside.files]
  return { uncommitted, untracked, ignored, commits: commits + inside.commits, unmerged, inUse }
}

/** The one decision about it: every path that takes a worktree away asks here. */
export function wouldLose(loss: WorktreeLoss): boolean {
  const { uncommitted, untracked, ignored, commits, unmerged, inUse } = loss
  return uncommitted.length + untracked.length + ignored.length + commits + unmerged + inUse.length > 0
}

/** Entries that are not what the app itself put there, untouched. */
async function notPlaced({ path }: WorktreeIdentity, entries: readonly string[], placed: Placed): Promise<string[]> {
  const ours = await Promise.all(entries.map((entry) => isAsPlaced(path, entry, placed)))
  return entries.filter((_, index) => !ours[index])
}

/** Ignored entries without a counterpart in the parent: a folder of that name, or a file of that content. */
async function onlyHere({ path, parentFolder }: WorktreeIdentity, entries: readonly string[]): Promise<string[]> {
  const counterparts = await Promise.all(
    entries.map((entry) => hasCounterpart(join(path, entry), join(parentFolder, entry))),
  )
  return entries.filter((_, index) => !counterparts[index])
}

async function hasCounterpart(ours: string, theirs: string): Promise<boolean> {
  try {
    const [own, other] = await Promise.all([lstat(ours), lstat(theirs)])
    if (own.isDirectory()) return other.isDirectory()
    if (!own.isFile() || !other.isFile() || own.size !== other.size || own.size > COMPARED_BYTES) return false
    const [ownBytes, otherBytes] = await Promise.all([readFile(ours), readFile(theirs)])
    return ownBytes.equals(otherBytes)
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

/** Commits of the worktree's HEAD and branch that no other branch, remote branch or tag reaches. */
async function unsharedCommits(git: GitAt, record: WorktreeIdentity, head: string | null): Promise<number> {
  const ref = await git.lineOrNull(['symbolic-ref', '--quiet', 'HEAD'])
  const own = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `refs/heads/${record.branch}`])
  const tips = [head, own].filter((tip) => tip !== null)
  if (tips.length === 0) return 0
  const current = ref?.replace(/^refs\/heads\//, '') ?? record.branch
  const exclude = [...new Set([record.branch, current])].map((branch) => `--exclude=${branch}`)
  const shared = [...exclude, '--branches', '--remotes', '--tags', startOf(record)]
  return Number(await git.line(['rev-list', '--count', ...tips, '--not', ...shared]))
}

/** Own commits the parent's checkout does not have, by name or, where they came home as one or as a patch, by content. */
async function unmergedCommits(git: GitAt, record: WorktreeIdentity, head: string | null): Promise<number> {
  if (head === null) return 0
  const parent = await parentHead(record)
  const start = startOf(record)
  const own = Number(
    await git.line(['rev-list', '--count', head, '--not', start, ...(parent === null ? [] : [parent])]),
  )
  if (own === 0 || parent === null) return own
  // Merging for a try would run the merge drivers of the repository: the files it changed are compared instead.
  const [changed, other] = await Promise.all([pathsBetween(git, start, head), pathsBetween(git, parent, head)])
  return [...changed].some((path) => other.has(path)) ? own : 0
}

async function pathsBetween(git: GitAt, from: string, to: string): Promise<Set<string>> {
  const { stdout } = await git.run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  return new Set(splitNul(stdout).map((path) => Buffer.from(path).toString('latin1')))
}

/** Null where the checkout it was made from is gone, or has no commit any more. */
async function parentHead(record: WorktreeIdentity): Promise<string | null> {
  const { cwd, gitDir } = await parentPlace(record)
  if (gitDir === record.commonDir && cwd === record.commonDir) return null
  return plainGitAt({ cwd, gitDir }).lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
}
