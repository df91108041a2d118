// A commit in the person's name: their identity, their hooks and their signature where the project is trusted.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { MergeOptions } from '../../services/ports/merge'
import type { GitAt } from './git-at'
import { splitNulText } from './nul-list'
import { GitCommandError } from './run-git'

/** A program that asks for a passphrase, or never ends, is not waited for longer. */
const PROGRAM_LIMIT_MS = 60_000

export interface NewCommit {
  tree: string
  parents: readonly string[]
  message: string
}

/**
 * Refuses to go on while git does not know who the person is.
 *
 * @throws FailureError `invalid_input`
 */
export async function requireIdentity(git: GitAt): Promise<void> {
  try {
    await git.run(['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'])
  } catch (error) {
    if (!(error instanceof GitCommandError)) throw error
    throw new FailureError(
      'invalid_input',
      'git does not know who you are: set user.name and user.email (git config --global user.name "…"), or bring the files home as a patch.',
    )
  }
}

/** Makes a commit in the person's name; no hook runs and nothing is signed. */
export function plainCommit(git: GitAt, { tree, parents, message }: NewCommit): Promise<string> {
  return write(git, { tree, parents, message }, [])
}

/**
 * Makes the commit that goes into the person's history. In a trusted project their `pre-merge-commit` or `pre-commit` and
 * `commit-msg` hooks have a word first, and it is signed where they sign their commits.
 *
 * @throws FailureError `conflict` when a hook or the signing program refuses, `worktree.busy` when it takes too long
 */
export async function personCommit(git: GitAt, commit: NewCommit, options: MergeOptions): Promise<string> {
  if (!options.trusted) return plainCommit(git, commit)
  const timeLimitMs = options.programLimitMs ?? PROGRAM_LIMIT_MS
  const message = await askHooks(git, commit, timeLimitMs)
  if ((await setting(git, 'commit.gpgSign', 'bool')) !== 'true') return plainCommit(git, { ...commit, message })
  return refusal('It could not be signed', 'the program that signs', () =>
    write(git, { ...commit, message }, ['-S'], timeLimitMs),
  )
}

function write(git: GitAt, commit: NewCommit, more: readonly string[], timeLimitMs?: number): Promise<string> {
  const parents = commit.parents.flatMap((parent) => ['-p', parent])
  const input = `${commit.message.replaceAll('\0', '').trim()}\n`
  const limit = timeLimitMs === undefined ? {} : { timeLimitMs }
  return git.line(['commit-tree', commit.tree, ...parents, ...more, '-F', '-'], { input, ...limit })
}

/** What the person's configuration says: ours, from the command line, comes last and says nothing. */
async function setting(git: GitAt, name: string, type: 'bool' | 'path'): Promise<string | null> {
  const args = ['config', '--null', '--show-scope', `--type=${type}`, '--get-all', name]
  const fields = splitNulText((await git.run(args, { answers: [1] })).stdout)
  let value: string | null = null
  // Scopes and values take turns.
  for (let n = 0; n + 1 < fields.length; n += 2) if (fields[n] !== 'command') value = fields[n + 1] ?? null
  return value
}

/** @returns the message as the hooks leave it */
async function askHooks(git: GitAt, commit: NewCommit, timeLimitMs: number): Promise<string> {
  const common = await git.line(['rev-parse', '--path-format=absolute', '--git-common-dir'])
  const hooks = (await setting(git, 'core.hooksPath', 'path')) ?? join(common, 'hooks')
  const folder = await mkdtemp(join(tmpdir(), 'tine-commit-'))
  try {
    const file = join(folder, 'message')
    await writeFile(file, `${commit.message.trim()}\n`)
    const env = { GIT_INDEX_FILE: join(folder, 'index'), GIT_EDITOR: ':' }
    await git.run(['read-tree', commit.tree], { env })
    const first = commit.parents.length > 1 ? 'pre-merge-commit' : 'pre-commit'
    for (const [hook, ...args] of [[first], ['commit-msg', file]] as const) {
      const call = ['-c', `core.hooksPath=${hooks}`, 'hook', 'run', '--ignore-missing', hook]
      await refusal(`The hook ${hook} refused the commit`, `the hook ${hook}`, () =>
        git.run(args.length === 0 ? call : [...call, '--', ...args], { env, timeLimitMs }),
      )
    }
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function refusal<T>(what: string, who: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GitCommandError) {
      const words = error.stderr.trim().slice(0, 2_000)
      throw new FailureError('conflict', `${what}; nothing was changed.${words === '' ? '' : ` It said: ${words}`}`)
    }
    if (error instanceof FailureError && error.failure.code === 'worktree.busy')
      throw new FailureError('worktree.busy', `${who} did not end in time; nothing was changed.`.replace(/^t/, 'T'))
    throw error
  }
}
