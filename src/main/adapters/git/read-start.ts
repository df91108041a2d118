// What a fork of a folder starts from now: the checkout, its HEAD, and a commit of its uncommitted work.
import { FailureError } from '../../../shared/contract/failure'
import type { GitOptions, RepositoryPlace } from '../../services/ports/git'
import { withCapturedTree } from './capture-tree'
import { commitTree } from './commit-tree'
import { findRepository } from './find-repository'
import { type GitAt, gitAt, plainGitAt } from './git-at'
import { namesOf } from './names-of'
import { splitNulText } from './nul-list'
import { submodulePaths } from './submodules'

/** A plan starts at a checkout with a commit. */
interface Parent extends RepositoryPlace {
  topLevel: string
  gitDir: string
  commonDir: string
  head: string
}

export interface Start {
  parent: Parent
  /** Bound to the checkout. */
  git: GitAt
  /** The commit with the uncommitted work, not yet under any ref; null when there is none. */
  baseTree: string | null
  /** The folder below the top level, '' for that itself. */
  prefix: string
  notes: readonly string[]
}

/**
 * Reads it; objects are all that is written.
 *
 * @throws FailureError `worktree.not_git`, `worktree.no_commit`
 */
export async function readStart(folder: string, options: Omit<GitOptions, 'signal'>): Promise<Start> {
  const parent = requireCheckout(await findRepository(folder), folder)
  const { topLevel, gitDir, head } = parent
  const git = await gitAt({ cwd: topLevel, gitDir, workTree: topLevel }, options)
  const [prefix, silenced, submodules, carried] = await Promise.all([
    plainGitAt({ cwd: folder }).line(['rev-parse', '--show-prefix']),
    silencedNotes(git),
    submoduleNotes(git, options),
    carryWork(git, head),
  ])
  return {
    parent,
    git,
    baseTree: carried.commit,
    prefix: prefix.replace(/\/$/, ''),
    notes: [...silenced, ...submodules, ...carried.notes],
  }
}

function requireCheckout(facts: RepositoryPlace, folder: string): Parent {
  const { isGit, topLevel, gitDir, commonDir, head } = facts
  if (!isGit) throw new FailureError('worktree.not_git', facts.problem ?? 'Not a git repository', { folder })
  if (topLevel === null || gitDir === null || commonDir === null) {
    const what = facts.bare
      ? 'The repository is bare: it has no files to start from'
      : 'The folder is inside a git folder'
    throw new FailureError('worktree.not_git', what, { folder })
  }
  if (head === null) {
    const where = facts.branch === null ? 'The repository' : `The branch ${facts.branch}`
    throw new FailureError('worktree.no_commit', `${where} has no commit yet: commit once, then fork`, { folder })
  }
  return { ...facts, topLevel, gitDir, commonDir, head }
}

function carryWork(git: GitAt, head: string): Promise<{ commit: string | null; notes: string[] }> {
  return withCapturedTree(git, true, async ({ tree, notes }) => {
    const committed = await git.line(['rev-parse', '--verify', `${head}^{tree}`])
    if (tree === committed) return { commit: null, notes }
    return { commit: await commitTree(git, tree, head, 'Uncommitted work a fork starts with'), notes }
  })
}

/** A note only where a filter that is switched off would have had something to do. */
async function silencedNotes(git: GitAt): Promise<string[]> {
  const notes: string[] = []
  for (const name of git.silenced) {
    if (!/^[\w.-]+$/.test(name)) continue
    const { stdout } = await git.run(['ls-files', '-z', `:(attr:filter=${name})`], {
      env: { GIT_LITERAL_PATHSPECS: '0' },
      maxBytes: 16 * 1024,
      cutOutput: true,
    })
    const [first] = splitNulText(stdout)
    if (first === undefined) continue
    notes.push(`The filter ${name} is not run, as the project is not trusted: ${first} and others travel as stored`)
  }
  return notes
}

async function submoduleNotes(git: GitAt, { extras }: GitOptions): Promise<string[]> {
  const paths = extras?.submodules === 'fill' ? [] : await submodulePaths(git)
  return paths.length === 0 ? [] : [`Submodules are empty folders in the worktree: ${namesOf(paths)}`]
}
