// Which repository a folder belongs to, and where that stands: without a look at its files.
import { realpath, stat } from 'node:fs/promises'
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, RepositoryPlace } from '../../services/ports/git'
import { type GitAt, plainGitAt } from './git-at'
import { isAbsent } from './presence'
import { GitCommandError } from './run-git'

/** The answer for a folder without a repository that we can work with. */
export function noRepository(problem: string | null): RepositoryPlace {
  return {
    isGit: false,
    problem,
    topLevel: null,
    gitDir: null,
    commonDir: null,
    head: null,
    branch: null,
    detached: false,
    bare: false,
  }
}

/** A folder without a repository is an answer (`isGit: false` with the reason), not a failure. */
export async function findRepository(
  folder: string,
  { signal }: Pick<GitOptions, 'signal'> = {},
): Promise<RepositoryPlace> {
  if (!(await isFolder(folder))) return noRepository('The folder does not exist')
  const outside = plainGitAt({ cwd: folder }, signal)
  const place = await locate(outside)
  if (typeof place === 'string') return noRepository(place)
  const { topLevel, gitDir } = place
  // Everything after the first answer is asked of exactly that repository.
  const git = topLevel === null ? outside : plainGitAt({ cwd: topLevel, gitDir, workTree: topLevel }, signal)
  const [ref, head] = await Promise.all([
    git.lineOrNull(['symbolic-ref', '--quiet', 'HEAD']),
    git.lineOrNull(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
  ])
  const branch = ref?.replace(/^refs\/heads\//, '') ?? null
  return { ...noRepository(null), isGit: true, ...place, head, branch, detached: ref === null }
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
    const ask = (what: string) => git.line(['rev-parse', '--path-format=absolute', what])
    const [flags, gitDir, commonDir, topLevel] = await Promise.all([
      git.line(['rev-parse', '--is-bare-repository', '--is-inside-work-tree']),
      ask('--absolute-git-dir').then((path) => realpath(path)),
      ask('--git-common-dir').then((path) => realpath(path)),
      // Without files to it a repository has no answer to this one.
      git.run(['rev-parse', '--path-format=absolute', '--show-toplevel'], { answers: [128] }),
    ])
    const [bare, inside] = flags.split('\n').map((line) => line === 'true')
    const top = topLevel.stdout.toString('utf8').replace(/\n$/, '')
    return { gitDir, commonDir, bare: bare === true, topLevel: inside ? await realpath(top) : null }
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
