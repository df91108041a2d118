// Git for the services: the functions of this folder, bound to one data folder.
import { mkdir, realpath } from 'node:fs/promises'
import { FailureError } from '../../../shared/contract/failure'
import type { CreatedWorktree, Git } from '../../services/ports/git'
import type { MergingGit } from '../../services/ports/merge'
import { assessLoss, wouldLose } from './assess-loss'
import { compareMain } from './compare-main'
import { createMergingGit } from './create-merging-git'
import { createWorktree } from './create-worktree'
import { withDiskFailures } from './creation-failure'
import { discardWorktree } from './discard-worktree'
import { findRepository, noRepository } from './find-repository'
import { gitProblem, gitVersion, MINIMUM_GIT } from './git-version'
import { inspectRepository, noFacts } from './inspect-repository'
import { Joined } from './joined'
import { keepHead } from './keep-head'
import { snapshotMain } from './main-snapshot'
import { type PromisedBranches, planWorktree } from './plan-worktree'
import { headFacts, readChanges } from './read-changes'
import { readFileChange } from './read-file-change'
import type { Start } from './read-start'
import { recreateWorktree } from './recreate-worktree'
import { lockRegistration } from './registration-lock'
import { keepRescueRefs } from './rescue-refs'
import { restoreWorktree } from './restore-worktree'
import { surveyRepository } from './survey-repository'
import { verifyWorktree } from './verify-worktree'

/**
 * Binds the worktree functions to a data folder: worktrees live in its `worktrees`, what was discarded in its `rescued`.
 *
 * @param dataDir created when it does not exist yet
 */
export function createGit({ dataDir }: { dataDir: string }): Git & MergingGit {
  const promised: PromisedBranches = new Map()
  const starts = new Joined<Start>()
  const creating = new Map<string, Promise<CreatedWorktree>>()
  // Looked up when first needed: a data folder may be reached through a link, records hold real paths.
  let real: Promise<string> | undefined
  const data = () => {
    real ??= mkdir(dataDir, { recursive: true })
      .then(() => realpath(dataDir))
      .catch((error: unknown) => {
        real = undefined
        throw error
      })
    return real
  }
  // A git that was fit is not asked again; one that was not may have been replaced.
  let fit = false
  const unfit = async () => {
    const problem = fit ? null : gitProblem(await gitVersion())
    fit = problem === null
    return problem
  }
  return {
    async version() {
      const version = await gitVersion()
      return { version, problem: gitProblem(version) }
    },
    async findRepository(folder) {
      const problem = await unfit()
      return problem === null ? findRepository(folder) : noRepository(problem)
    },
    async inspectRepository(folder, options) {
      const problem = await unfit()
      return problem === null ? inspectRepository(folder, options) : noFacts(problem)
    },
    async planWorktree(input, options) {
      const problem = await unfit()
      if (problem !== null) throw new FailureError('worktree.not_git', problem, { minimum: MINIMUM_GIT })
      const context = { dataDir: await data(), promised, starts }
      return withDiskFailures(`of “${input.title}”`, input.folder, () => planWorktree(input, context, options))
    },
    createWorktree(plan, options) {
      // Two callers of one plan share its creation: the second would take the first one's work for the remains of a crash.
      const running = creating.get(plan.path)
      if (running !== undefined) return running
      const mine = data()
        .then((folder) => withDiskFailures(plan.path, folder, () => createWorktree(plan, folder, options)))
        .finally(() => creating.delete(plan.path))
      creating.set(plan.path, mine)
      return mine
    },
    verifyWorktree: async (record) => verifyWorktree(record, await data()),
    recreateWorktree: async (record, options) => recreateWorktree(record, await data(), options),
    readChanges: async (record, options) => readChanges(record, await data(), options),
    readFileChange: async (record, path, options) => readFileChange(record, await data(), path, options),
    headFacts: async (record, options) => headFacts(record, await data(), options),
    keepHead: async (record) => keepHead(record, await data()),
    assessLoss: async (record, options) => assessLoss(record, await data(), options),
    wouldLose,
    discardWorktree: async (record, options) => discardWorktree(record, await data(), options),
    restoreWorktree: async (record, options) => restoreWorktree(record, await data(), options),
    ...createMergingGit(data),
    keepRescueRefs,
    surveyRepository,
    lockRegistration,
    snapshotMain,
    compareMain,
  }
}
