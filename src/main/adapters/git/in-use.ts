// Signs that somebody works in a worktree right now: half-done git operations, locks, processes.
import { readdir, readFile, readlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { hasCode, isAbsent, kindAt } from './presence'
import { isOwnGit } from './run-git'

const OPERATIONS: readonly (readonly [file: string, words: string])[] = [
  ['MERGE_HEAD', 'a merge is not finished'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick is not finished'],
  ['REVERT_HEAD', 'a revert is not finished'],
  ['rebase-merge', 'a rebase is not finished'],
  ['rebase-apply', 'a rebase or a series of patches is not finished'],
  ['BISECT_LOG', 'a bisection is running'],
]
const LOCK = ['index.lock', 'a git command is running (its index is locked)'] as const

/**
 * Why a worktree is in use, in words; empty when it is not. Processes are found on Linux only: elsewhere the system does
 * not tell without a program of its own.
 */
export async function reasonsInUse(checkout: string, gitDir: string): Promise<string[]> {
  const reasons = await operationsUnderWay(gitDir)
  if ((await kindAt(join(gitDir, LOCK[0]))) !== null) reasons.push(LOCK[1])
  const lock = await readFile(join(gitDir, 'locked'), 'utf8').catch((error: unknown) => {
    if (isAbsent(error)) return null
    throw error
  })
  if (lock !== null) reasons.push(`the worktree is locked${lock.trim() === '' ? '' : `: ${lock.trim()}`}`)
  const pids = await processesIn(checkout)
  if (pids.length > 0) reasons.push(`processes run in it: ${pids.join(', ')}`)
  return reasons
}

/** What a person or a model has begun with git in a checkout and not finished, in words. */
export async function operationsUnderWay(gitDir: string): Promise<string[]> {
  const reasons: string[] = []
  for (const [file, words] of OPERATIONS) {
    if ((await kindAt(join(gitDir, file))) !== null) reasons.push(words)
  }
  return reasons
}

/** Ids of other processes whose working folder is this one or below it; none where the system does not tell. */
export async function processesIn(checkout: string): Promise<string[]> {
  if (process.platform !== 'linux') return []
  const names = await readdir('/proc')
  const pids = names.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && !isOwnGit(Number(name)))
  const inside = await Promise.all(
    pids.map(async (pid) => {
      const folder = await workingFolder(pid)
      return folder === checkout || folder?.startsWith(checkout + sep) === true
    }),
  )
  return pids.filter((_, index) => inside[index])
}

async function workingFolder(pid: string): Promise<string | null> {
  try {
    return await readlink(`/proc/${pid}/cwd`)
  } catch (error) {
    // It ended meanwhile, or belongs to somebody else.
    if (isAbsent(error) || ['EACCES', 'EPERM', 'ESRCH'].some((code) => hasCode(error, code))) return null
    throw error
  }
}
