// Makes a planned worktree real: claim the folder, register branch and checkout, fill it, compare it with its commit.
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { CreatedWorktree, GitOptions, WorktreePlan } from '../../services/ports/git'
import { carryBytes } from './carry-bytes'
import { CHECKOUT_LIMIT_MS } from './checkout-limit'
import { compareCheckout } from './compare-checkout'
import { fillExtras } from './fill-extras'
import { type GitAt, plainGitAt } from './git-at'
import { gitQueue } from './git-queue'
import { claimHolder, markCreated, readOwner } from './owner-file'
import { hasCode, isAbsent, kindAt } from './presence'
import { startOf } from './start-of'
import { verifyWorktree } from './verify-worktree'
import { parentPlace, registeredGit, unusable } from './worktree-git'
import { objectToPlace } from './worktree-place'

/**
 * Creates the worktree of a plan. Repeating it is safe: a complete worktree is only verified, the remains of a crash are
 * moved to `<data>/rescued` and made anew.
 *
 * @throws FailureError `conflict` when folder or branch belong to somebody else, or the checkout does not equal its
 *   commit; `worktree.missing` when it was complete and is not what it was
 */
export async function createWorktree(
  plan: WorktreePlan,
  dataDir: string,
  options: GitOptions,
): Promise<CreatedWorktree> {
  const holder = dirname(plan.path)
  const objection = await objectToPlace(dataDir, plan.threadId, plan.path)
  if (objection !== null) throw new FailureError('conflict', objection, { path: plan.path })
  const owner = await readOwner(holder)
  if (owner?.created && owner.nonce === plan.nonce) return existing(plan, dataDir)
  const again = owner !== null
  if (owner === null) await claimHolder(holder, plan)
  else if (owner.nonce === plan.nonce) await moveRemains(plan, dataDir)
  else throw new FailureError('conflict', `${holder} belongs to another worktree`, { path: holder })
  await register(plan, again, options)
  const git = await registeredGit(plan, options)
  if (git === null) throw new FailureError('conflict', 'git did not register the worktree', { path: plan.path })
  const notes = [...(await fill(plan, git)), ...(await fillExtras(plan, git, options))]
  await markCreated(holder, plan)
  return { head: startOf(plan), notes }
}

async function existing(plan: WorktreePlan, dataDir: string): Promise<CreatedWorktree> {
  const verdict = await verifyWorktree(plan, dataDir)
  if (verdict.ok) return { head: verdict.head ?? startOf(plan), notes: [] }
  throw unusable(plan.path, verdict)
}

/** An unfinished checkout holds nothing but copies, yet nothing of it is deleted here. */
async function moveRemains({ path, threadId }: WorktreePlan, dataDir: string): Promise<void> {
  if ((await kindAt(path)) === null) return
  const rescued = join(dataDir, 'rescued')
  await mkdir(rescued, { recursive: true })
  await rename(path, join(await mkdtemp(join(rescued, `${threadId}-unfinished-`)), basename(path)))
}

async function register(plan: WorktreePlan, again: boolean, options: GitOptions): Promise<void> {
  const git = plainGitAt(await parentPlace(plan), options.signal)
  let attempted = again
  await gitQueue(plan.commonDir).run(async () => {
    const tip = await git.lineOrNull(['rev-parse', '--verify', '--quiet', `refs/heads/${plan.branch}`])
    // A branch that is there already is ours only if we tried before, and if nothing happened on it.
    if (tip !== null && !(attempted && tip === startOf(plan))) {
      throw new FailureError('conflict', `The branch ${plan.branch} exists already`, { branch: plan.branch })
    }
    if (tip !== null) await requireNotElsewhere(git, plan)
    const force = attempted ? ['--force', '--force'] : []
    attempted = true
    const target = tip === null ? ['--no-track', '-b', plan.branch, plan.path, startOf(plan)] : [plan.path, plan.branch]
    await git.run(['worktree', 'add', '--no-checkout', ...force, ...target])
  }, options.signal)
}

/** Forced, git would check a branch out twice. */
async function requireNotElsewhere(git: GitAt, { branch, path }: WorktreePlan): Promise<void> {
  const place = await git.line(['for-each-ref', '--format=%(worktreepath)', `refs/heads/${branch}`])
  if (place === '' || place === path) return
  throw new FailureError('conflict', `The branch ${branch} is checked out at ${place}`, { branch, path: place })
}

/** Writes the files. Outside the queue: nothing here is shared, and ten checkouts may run side by side. */
async function fill(plan: WorktreePlan, git: GitAt): Promise<string[]> {
  await git.run(['reset', '--hard', '--quiet', '--no-recurse-submodules'], { timeLimitMs: CHECKOUT_LIMIT_MS })
  await carryBytes(plan, git)
  const notes = await compareCheckout(git, startOf(plan))
  if (plan.subPath !== '') {
    try {
      // Git knows no empty folders, and an ignored one is not in the commit.
      await mkdir(join(plan.path, plan.subPath), { recursive: true })
    } catch (error) {
      if (!hasCode(error, 'EEXIST') && !isAbsent(error)) throw error
      throw new FailureError('conflict', `${plan.subPath} is not a folder in the commit`, { path: plan.subPath })
    }
  }
  return notes
}
