// What stands at a folder, as git sees it.
import { realpath, stat } from 'node:fs/promises'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, RepositoryFacts } from '../../services/ports/git'
import { commitTimeOf } from './commit-time'
import { type GitAt, gitAt, plainGitAt } from './git-at'
import { isAbsent } from './presence'
import { GitCommandError } from './run-git'
import { readStatus } from './status'

const NO_REPOSITORY: RepositoryFacts = {
  isGit: false,
  problem: null,
  topLevel: null,
  gitDir: null,
  commonDir: null,
  head: null,
  headAt: null,
  branch: null,
  detached: false,
  upstream: null,
  uncommitted: 0,
  bare: false,
}

/**
 * The facts about the repository a folder belongs to. A folder without one is an answer (`isGit: false` with the
 * reason), not a failure.
 */
export async function inspectRepository(folder: string, options: GitOptions): Promise<RepositoryFacts> {
  if (!(await isFolder(folder))) return { ...NO_REPOSITORY, problem: 'The folder does not exist' }
  const outside = plainGitAt({ cwd: folder }, options.signal)
  const place = await locate(outside)
  if (typeof place === 'string') return { ...NO_REPOSITORY, problem: place }
  const facts: RepositoryFacts = { ...NO_REPOSITORY, isGit: true, ...place }
  const { topLevel, gitDir } = place
  // Everything after the first answer is asked of exactly that repository.
  const git = topLevel === null ? outside : await gitAt({ cwd: topLevel, gitDir, workTree: topLevel }, options)
  const ref = await git.lineOrNull(['symbolic-ref', '--quiet', 'HEAD'])
  facts.branch = ref?.replace(/^refs\/heads\//, '') ?? null
  facts.detached = ref === null
  facts.head = await git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  if (facts.head !== null) facts.headAt = await commitTimeOf(git, facts.head)
  if (topLevel !== null) {
    const status = await readStatus(git)
    facts.uncommitted = status.entries.length
    facts.upstream = status.upstream
  }
  return facts
}

interface Location {
  topLevel: string | null
  gitDir: string
  commonDir: string
  bare: boolean
}

/** Paths are asked for one by one: they may hold newlines, and rev-parse knows no other separator. */
async function locate(git: GitAt): Promise<Location | string> {
  try {
    const flags = await git.line(['rev-parse', '--is-bare-repository', '--is-inside-work-tree'])
    const [bare, inside] = flags.split('\n').map((line) => line === 'true')
    const path = async (what: string) => realpath(await git.line(['rev-parse', '--path-format=absolute', what]))
    const [gitDir, commonDir] = await Promise.all([path('--absolute-git-dir'), path('--git-common-dir')])
    return { gitDir, commonDir, bare: bare === true, topLevel: inside ? await path('--show-toplevel') : null }
  } catch (error) {
    if (error instanceof GitCommandError && error.code === 128) return reasonOf(error.stderr)
    if (error instanceof FailureError && error.failure.code === 'worktree.not_git') return error.message
    throw error
  }
}

function reasonOf(stderr: string): string {
  if (/not a git repository/.test(stderr)) return 'The folder is not in a git repository'
  if (/dubious ownership/.test(stderr)) return 'The repository belongs to another user; git refuses to work in it'
  return stderr.replace(/^fatal: /, '').trim()
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}
