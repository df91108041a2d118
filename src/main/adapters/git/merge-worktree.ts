// Brings a worktree's work home: looks at everything first, then changes index, files and branch under a journal.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { ChangedFile } from '../../../shared/domain/worktree'
import type { WorktreeIdentity } from '../../services/ports/git'
import type { MergeOptions, MergeOrder, MergeOutcome } from '../../services/ports/merge'
import { parseChangedFiles } from './changed-files'
import { commitTree } from './commit-tree'
import { type GitAt, withEnvironment } from './git-at'
import { gitQueue } from './git-queue'
import { type BeforeStep, carryOut, indexEntries, moveRef, noteTimes, requireWritable, takeBack } from './merge-apply'
import { requireIdentity } from './merge-commit'
import { commitOnto, type Tip, tipOf } from './merge-commits'
import { notTakenBack } from './merge-failure'
import { type MergeJournal, newStage, removeStage, writeJournal } from './merge-journal'
import { type FileChange, fileChanges, obstacles } from './merge-obstacles'
import { type MergePlan, planMerge, refuseConflicts, type Step } from './merge-plan'
import { recordOf } from './merge-record'
import { recoverMerges } from './merge-recovery'
import { withObjects } from './merge-scratch'
import { stageFiles } from './merge-stage'
import { type MergeTarget, mergeTarget } from './merge-target'
import { kindAt } from './presence'
import { beforeMergeRef, mergedRef } from './private-refs'
import { keepRef } from './rescue-refs'
import { newToken, readWorking } from './working-file'
import { repositoryGit, verifiedGit } from './worktree-git'

export interface MergeContext {
  dataDir: string
  beforeStep?: BeforeStep
}

/** A merge that is certain to fit, and about to be carried out. */
interface Ready {
  record: WorktreeIdentity
  order: MergeOrder
  target: MergeTarget
  plan: MergePlan
  tip: Tip | null
}

/** As promised by the port. To be called for one worktree of a repository at a time. */
export async function mergeWorktree(
  record: WorktreeIdentity,
  order: MergeOrder,
  options: MergeOptions,
  context: MergeContext,
): Promise<MergeOutcome> {
  const own = await verifiedGit(record, context.dataDir, options)
  // One that failed so badly that it could not be taken back is in the way of every other.
  await recoverMerges(context.dataDir, record.commonDir)
  const found = await mergeTarget(record, order.into, options)
  if (order.mode === 'patch' && found.checkout === null)
    throw new FailureError(
      'invalid_input',
      'A patch is files without a commit: it can only go into the parent’s folder.',
    )
  return withObjects(record.commonDir, !order.check, async (env) => {
    const target = { ...found, git: withEnvironment(found.git, env) }
    const git = withEnvironment(own, env)
    const plan = await planMerge(git, record, target, order)
    const outcome = await outcomeOf(target, plan)
    if (!plan.anything || outcome.alreadyMerged) return outcome
    if (plan.commits) await requireIdentity(target.git)
    const head = await git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
    const tip = order.mode === 'merge' ? await tipOf(target, record, plan, head, order) : null
    if (tip?.uncommitted) outcome.notes.push('What the fork had not committed comes along as a commit of its own.')
    const ready = { record, order, target, plan, tip }
    return order.check ? look(ready, outcome) : perform(ready, outcome, options, context)
  })
}

/** What can be said before anything is done. */
async function outcomeOf({ git, checkout, branch }: MergeTarget, plan: MergePlan): Promise<MergeOutcome> {
  const step = plan.commits ?? plan.files
  const files = step === null ? [] : await countedChanges(git, step)
  const sum = (count: 'added' | 'removed') => files.reduce((total, file) => total + (file[count] ?? 0), 0)
  return {
    folder: checkout?.folder ?? null,
    branch,
    commit: null,
    files: files.map(({ path }) => path),
    added: sum('added'),
    removed: sum('removed'),
    refs: [],
    alreadyMerged: step !== null && step.before === step.after,
    notes: [...plan.notes],
  }
}

const NO_STATES = { untracked: new Set<string>(), unmerged: new Set<string>(), uncommitted: new Set<string>() }

async function countedChanges(git: GitAt, { before, after }: Step): Promise<ChangedFile[]> {
  const { stdout } = await git.run(['diff-tree', '-r', '-z', '--raw', '--numstat', before, after])
  return parseChangedFiles(stdout, NO_STATES)
}

/** Whether the folder takes it, without a trace. */
async function look({ target, plan }: Ready, outcome: MergeOutcome): Promise<MergeOutcome> {
  if (target.checkout === null || plan.files === null) return outcome
  const stage = await mkdtemp(join(tmpdir(), 'tine-merge-look-'))
  try {
    await prepare(target, target.checkout.folder, plan, stage)
    return outcome
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

interface Prepared {
  files: FileChange[]
  staged: FileChange[]
}

/**
 * Lays ready what is to change.
 *
 * @throws FailureError `worktree.conflict` for what is in the way, `conflict` where nothing can be written
 */
async function prepare(target: MergeTarget, folder: string, plan: MergePlan, stage: string): Promise<Prepared> {
  const { git } = target
  const step = plan.files
  if (step === null) return { files: [], staged: [] }
  const none = { changes: [], conflicts: [] }
  const staged = plan.index === null ? none : await fileChanges(git, plan.index.before, plan.index.after)
  const { changes, conflicts } = await fileChanges(git, step.before, step.after)
  const inTheWay = await obstacles(git, folder, changes, step.after)
  const all = [...conflicts, ...staged.conflicts, ...inTheWay]
  refuseConflicts([...new Map(all.map((conflict) => [conflict.path, conflict])).values()])
  await requireWritable(
    folder,
    changes.map(({ path }) => path),
  )
  refuseConflicts(await stageFiles(git, { folder, stage, ...step }, changes))
  return { files: changes, staged: staged.changes }
}

async function perform(
  ready: Ready,
  outcome: MergeOutcome,
  options: MergeOptions,
  context: MergeContext,
): Promise<MergeOutcome> {
  const { record, order, target, plan, tip } = ready
  const stage = await newStage(context.dataDir, record.threadId)
  try {
    const { checkout } = target
    const prepared = checkout === null ? null : await prepare(target, checkout.folder, plan, stage)
    const commit = plan.commits ? await commitOnto(target, plan.commits.after, tip, order, options) : null
    await keepRefs(ready, commit)
    const done = { ...outcome, commit, refs: [beforeMergeRef(record.threadId)] }
    if (checkout === null || prepared === null) {
      const { git, ref, head } = target
      await gitQueue(record.commonDir).run(() => moveRef(git, ref, commit ?? '', head))
      return done
    }
    const journal = await journalOf(ready, checkout, prepared, commit)
    await writeJournal(stage, journal)
    await carryOutOrBack(target.git, stage, journal, context)
    await noteTimes(target.git, record.commonDir, unstagedSame(prepared))
    return done
  } finally {
    // With its journal in it, a merge is still to be undone: the next one, or the next start, does it.
    if ((await kindAt(join(stage, 'journal.json'))) === null) await removeStage(stage)
  }
}

async function carryOutOrBack(
  git: GitAt,
  stage: string,
  journal: MergeJournal,
  { beforeStep = () => {} }: MergeContext,
): Promise<void> {
  try {
    await carryOut(git, stage, journal, beforeStep)
  } catch (error) {
    const left = await takeBack(git, stage, journal).catch((worse: unknown) => {
      throw notTakenBack(worse, journal.folder, beforeMergeRef(journal.threadId))
    })
    await removeStage(stage)
    if (left.length === 0 || !(error instanceof FailureError)) throw error
    const { code, message, ...facts } = error.failure
    throw new FailureError(code, `${message} Left as somebody else made it: ${left.join(', ')}.`, { ...facts, left })
  }
  await removeStage(stage)
}

/** Before anything moves: what was there, and what is about to have come home. */
async function keepRefs({ record, order, target, plan }: Ready, commit: string | null): Promise<void> {
  const { threadId, commonDir } = record
  const { git, onto } = target
  const before = plan.files
    ? await commitTree(git, plan.files.before, onto, 'The parent’s folder before a fork’s work came home')
    : onto
  const home = await recordOf(git, threadId, { tree: plan.home, mode: order.mode, commit })
  const refs = repositoryGit(commonDir)
  await gitQueue(commonDir).run(async () => {
    await keepRef(refs, beforeMergeRef(threadId), before)
    await refs.run(['update-ref', mergedRef(threadId), home])
  })
}

async function journalOf(
  { record, target }: Ready,
  { folder, gitDir }: { folder: string; gitDir: string },
  { files, staged }: Prepared,
  commit: string | null,
): Promise<MergeJournal> {
  const present = await indexEntries(target.git, new Set(staged.map(({ path }) => path)))
  const there = await Promise.all(files.map(async ({ path }) => (await readWorking(join(folder, path))) !== null))
  return {
    version: 1,
    threadId: record.threadId,
    folder,
    gitDir,
    commonDir: record.commonDir,
    move: commit === null || target.head === null ? null : { ref: target.ref, head: target.head, commit },
    index: staged.map(({ path, after }) => ({ path, before: present.get(path) ?? null, after })),
    files: files.map(({ path, after }, n) => ({ path, before: there[n] === true, after: after !== null })),
    keep: [folder],
    token: newToken(),
  }
}

/** Files that are in the index as they are in the folder. */
function unstagedSame({ files, staged }: Prepared): string[] {
  const ids = new Map(staged.map(({ path, after }) => [path, after?.id]))
  return files.filter(({ path, after }) => after !== null && ids.get(path) === after.id).map(({ path }) => path)
}
