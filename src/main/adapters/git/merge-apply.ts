// Carries a planned merge out in a checkout, and takes it back: index, files, and last of all the branch.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { GitAt } from './git-at'
import { gitQueue } from './git-queue'
import type { MergeJournal } from './merge-journal'
import type { Blob } from './merge-obstacles'
import { stagedAfter, stagedBefore } from './merge-stage'
import { joinNul, nameOf, splitNul } from './nul-list'
import { isAbsent, kindAt, systemCode } from './presence'
import { GitCommandError } from './run-git'
import { isSame, putInPlace, readWorking, removeEmptyFolders, temporaryBeside, unlinkIfThere } from './working-file'

/** Called before each step, with its name: where a test stops the world. */
export type BeforeStep = (step: string) => void | Promise<void>

/**
 * Carries out what the journal says, which must be stored by now. When it fails, `takeBack` leads back from wherever it stands.
 *
 * @throws FailureError `worktree.busy` when the index is locked or somebody was faster, `conflict` when a file cannot be written
 */
export async function carryOut(
  git: GitAt,
  stage: string,
  journal: MergeJournal,
  beforeStep: BeforeStep,
): Promise<void> {
  await beforeStep('index')
  await takeIndex(git, journal)
  for (const change of inOrder(journal.files)) {
    await beforeStep(`file ${change.path}`)
    await takeFile(stage, journal, change)
  }
  await beforeStep('branch')
  await moveBranch(git, journal)
  await beforeStep('done')
}

/**
 * Puts everything back that is as the merge left it; what somebody changed since is left alone.
 *
 * @returns the files that were left alone
 */
export async function takeBack(git: GitAt, stage: string, journal: MergeJournal): Promise<string[]> {
  const committed = await committedSince(git, journal)
  const left = journal.files.flatMap(({ path }) => (committed.has(path) ? [path] : []))
  for (const path of left) await unlinkIfThere(temporaryBeside(join(journal.folder, path), journal.token))
  const undone = journal.files
    .filter(({ path }) => !committed.has(path))
    .map(({ path, before, after }) => ({ path, before: after, after: before }))
  for (const change of inOrder(undone)) {
    try {
      if (!(await putBack(stage, journal, change))) left.push(change.path)
    } catch (error) {
      // Something lies in the way now: the rest goes back all the same.
      if (systemCode(error) === undefined) throw error
      left.push(change.path)
    }
  }
  await giveIndexBack(git, { ...journal, index: journal.index.filter(({ path }) => !committed.has(path)) })
  return left
}

/** Files in commits that somebody made on top of a half-made merge: taking these back would stage the reverse of them. */
async function committedSince(git: GitAt, { move }: MergeJournal): Promise<ReadonlySet<string>> {
  if (move === null) return new Set()
  const head = await git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (head === null || head === move.head) return new Set()
  const { stdout } = await git.run(['diff-tree', '-r', '-z', '--name-only', '--no-renames', move.head, head])
  return new Set(splitNul(stdout).map(nameOf))
}

/** @returns false for a file that is neither as it was nor as the merge left it */
async function putBack(stage: string, journal: MergeJournal, { path, after }: Change): Promise<boolean> {
  const target = join(journal.folder, path)
  const temporary = temporaryBeside(target, journal.token)
  await unlinkIfThere(temporary)
  const there = await readWorking(target)
  if (isSame(there, await readWorking(stagedBefore(stage, path)))) return true
  if (!isSame(there, await readWorking(stagedAfter(stage, path)))) return false
  if (after)
    return putInPlace(stagedBefore(stage, path), target, temporary, async () =>
      isSame(await readWorking(target), there),
    )
  await remove(journal, target)
  return true
}

/** Whether the merge came to its end: its commit is in the branch, or every file of a patch is in its place. */
export async function isCarriedOut(git: GitAt, stage: string, { move, files, folder }: MergeJournal): Promise<boolean> {
  if (move !== null) {
    const call = ['merge-base', '--is-ancestor', move.commit, move.ref]
    return (await git.run(call, { answers: [1, 128] })).code === 0
  }
  for (const { path } of files)
    if (!isSame(await readWorking(join(folder, path)), await readWorking(stagedAfter(stage, path)))) return false
  return true
}

/**
 * Lets git take note of the new files' times, so that it need not read them again. Best effort, and of these files only: what
 * else the index says stays as it is.
 */
export async function noteTimes(git: GitAt, commonDir: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const input = joinNul(paths.map((path) => Buffer.from(path)))
  const args = ['add', '--refresh', '--pathspec-from-file=-', '--pathspec-file-nul']
  try {
    await gitQueue(commonDir).run(() => git.run(args, { input }))
  } catch (error) {
    if (!(error instanceof FailureError) && !(error instanceof GitCommandError)) throw error
  }
}

/**
 * Refuses before anything is touched where a folder cannot be written to.
 *
 * @throws FailureError `conflict`
 */
export async function requireWritable(folder: string, paths: readonly string[]): Promise<void> {
  const checked = new Set<string>()
  for (const path of paths) {
    for (let at = dirname(join(folder, path)); !checked.has(at); at = dirname(at)) {
      try {
        await access(at, constants.W_OK)
        checked.add(at)
        break
      } catch (error) {
        if (isAbsent(error)) continue
        throw new FailureError('conflict', `${at} cannot be written to; nothing was changed.`, { path: at })
      }
    }
  }
}

type Change = MergeJournal['files'][number]

/** What goes, goes first, the deepest first: a folder may have to make way for a file, or a file for a folder. */
function inOrder(files: readonly Change[]): Change[] {
  const leaving = files.filter(({ after }) => !after).sort((a, b) => (a.path < b.path ? 1 : -1))
  return [...leaving, ...files.filter(({ after }) => after)]
}

async function takeFile(stage: string, journal: MergeJournal, { path, after }: Change): Promise<void> {
  const target = join(journal.folder, path)
  try {
    const before = await readWorking(stagedBefore(stage, path))
    const isUntouched = async () => isSame(await readWorking(target), before)
    const temporary = temporaryBeside(target, journal.token)
    const isFree = after
      ? await putInPlace(stagedAfter(stage, path), target, temporary, isUntouched)
      : await isUntouched()
    if (!isFree) throw new FailureError('worktree.busy', `${path} was saved meanwhile; nothing was changed.`, { path })
    if (!after) await remove(journal, target)
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    throw new FailureError('conflict', `${path} could not be written (${code}); nothing was changed.`, { path, code })
  }
}

async function remove({ keep }: MergeJournal, target: string): Promise<void> {
  await unlinkIfThere(target)
  await removeEmptyFolders(dirname(target), new Set(keep))
}

/** Also where nothing is staged: whoever holds the lock is at work in the checkout. */
async function takeIndex(git: GitAt, { index, commonDir, gitDir }: MergeJournal): Promise<void> {
  await gitQueue(commonDir).run(async () => {
    const lock = join(gitDir, 'index.lock')
    // In git's own words: by them the queue knows that it is worth waiting.
    if ((await kindAt(lock)) !== null)
      throw new GitCommandError('update-index', 128, `fatal: Unable to create '${lock}': File exists.`)
    const now = await indexEntries(git, new Set(index.map(({ path }) => path)))
    const other = index.find(({ path, before }) => !isSameBlob(now.get(path) ?? null, before))
    if (other)
      throw new FailureError('worktree.busy', `${other.path} was staged meanwhile; nothing was changed.`, {
        path: other.path,
      })
    await writeIndex(git, index)
  })
}

async function giveIndexBack(git: GitAt, { index, commonDir }: MergeJournal): Promise<void> {
  await gitQueue(commonDir).run(async () => {
    const now = await indexEntries(git, new Set(index.map(({ path }) => path)))
    const ours = index.filter(({ path, after }) => isSameBlob(now.get(path) ?? null, after))
    await writeIndex(
      git,
      ours.map(({ path, before, after }) => ({ path, before: after, after: before })),
    )
  })
}

/** Files in the index, at these paths. */
export async function indexEntries(git: GitAt, paths: ReadonlySet<string>): Promise<Map<string, Blob>> {
  const { stdout } = await git.run(['ls-files', '--stage', '-z'])
  const found = new Map<string, Blob>()
  for (const line of splitNul(stdout).map(nameOf)) {
    const path = line.slice(line.indexOf('\t') + 1)
    const [mode = '', id = ''] = line.split(' ')
    if (paths.has(path)) found.set(path, { mode, id })
  }
  return found
}

function isSameBlob(a: Blob | null, b: Blob | null): boolean {
  return a?.mode === b?.mode && a?.id === b?.id
}

async function writeIndex(git: GitAt, entries: MergeJournal['index']): Promise<void> {
  if (entries.length === 0) return
  // First what goes: a file may become a folder.
  const gone = entries.flatMap(({ path, before, after }) =>
    before !== null && after === null ? [Buffer.from(`0 ${before.id}\t${path}`)] : [],
  )
  const set = entries.flatMap(({ path, after }) =>
    after === null ? [] : [Buffer.from(`${after.mode} ${after.id}\t${path}`)],
  )
  await git.run(['update-index', '-z', '--add', '--index-info'], { input: joinNul([...gone, ...set]) })
}

async function moveBranch(git: GitAt, { move, commonDir }: MergeJournal): Promise<void> {
  if (move === null) return
  await gitQueue(commonDir).run(() => moveRef(git, move.ref, move.commit, move.head))
}

/**
 * Moves a branch only from where it is believed to be.
 *
 * @param head where it stands; null: it must not exist
 * @throws FailureError `worktree.busy` when it stands elsewhere, `invalid_input` for a name that other branches make impossible
 */
export async function moveRef(git: GitAt, ref: string, commit: string, head: string | null): Promise<void> {
  try {
    await git.run(['update-ref', '-m', 'tine: bring work home', ref, commit, head ?? ''])
  } catch (error) {
    if (!(error instanceof GitCommandError) || /\.lock': File exists/.test(error.stderr)) throw error
    if (/exists; cannot create/.test(error.stderr))
      throw new FailureError('invalid_input', `Git allows no branch of that name beside those there are: ${ref}`, {
        ref,
      })
    const words = error.stderr.replace(/^(fatal|error): /, '').trim()
    throw new FailureError('worktree.busy', `The branch could not be moved; nothing was changed: ${words}`, { ref })
  }
}
