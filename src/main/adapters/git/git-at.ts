// Git bound to one place: a folder where it may look for a repository, or one repository it cannot leave.
import type { GitOptions } from '../../services/ports/git'
import { projectDrivers, withoutDrivers } from './project-drivers'
import { type GitCall, type GitOutput, runGit } from './run-git'

/** Where git runs. With `gitDir` it never walks up to find another repository. */
export interface GitPlace {
  cwd: string
  gitDir?: string
  workTree?: string
}

type CallOptions = Omit<GitCall, 'args' | 'cwd' | 'signal'>

export interface GitAt {
  readonly place: GitPlace
  /** Names of the filters that are switched off here; empty in a trusted project. */
  readonly silenced: readonly string[]
  run(args: readonly string[], options?: CallOptions): Promise<GitOutput>
  /** Standard output without its last newline. */
  line(args: readonly string[], options?: CallOptions): Promise<string>
  /** Like `line`, or null where git answers with exit code 1. */
  lineOrNull(args: readonly string[], options?: CallOptions): Promise<string | null>
}

/** Binds git to a place; in a project that is not trusted, the filters configured there are switched off. */
export async function gitAt(place: GitPlace, options: GitOptions): Promise<GitAt> {
  const env = placeEnvironment(place)
  if (options.trusted) return bind(place, env, [], options.signal)
  const { filters, merges } = await projectDrivers({ cwd: place.cwd, env, signal: options.signal })
  const none = filters.length + merges.length === 0
  return bind(place, none ? env : { ...env, ...withoutDrivers(filters, merges) }, filters, options.signal)
}

/** Binds git to a place for commands that read or write no working file, so that no filter can run. */
export function plainGitAt(place: GitPlace, signal?: AbortSignal): GitAt {
  return bind(place, placeEnvironment(place), [], signal)
}

function placeEnvironment({ gitDir, workTree }: GitPlace): Record<string, string> {
  const env: Record<string, string> = {}
  if (gitDir !== undefined) env.GIT_DIR = gitDir
  if (workTree !== undefined) env.GIT_WORK_TREE = workTree
  return env
}

/** The same git, each of whose calls gets this environment as well: another index, another object store. */
export function withEnvironment(git: GitAt, env: Readonly<Record<string, string>>): GitAt {
  return face(git.place, git.silenced, (args, options) =>
    git.run(args, { ...options, env: { ...env, ...options?.env } }),
  )
}

function bind(place: GitPlace, env: Record<string, string>, silenced: readonly string[], signal?: AbortSignal): GitAt {
  return face(place, silenced, (args, options = {}) =>
    runGit({ ...options, args, cwd: place.cwd, signal, env: { ...env, ...options.env } }),
  )
}

function face(place: GitPlace, silenced: readonly string[], run: GitAt['run']): GitAt {
  return {
    place,
    silenced,
    run,
    async line(args, options) {
      return withoutNewline((await run(args, options)).stdout)
    },
    async lineOrNull(args, options) {
      const { code, stdout } = await run(args, { ...options, answers: [1] })
      return code === 0 ? withoutNewline(stdout) : null
    },
  }
}

/** Only the one newline git adds: a path may end with one of its own. */
function withoutNewline(stdout: Buffer): string {
  const text = stdout.toString('utf8')
  return text.endsWith('\n') ? text.slice(0, -1) : text
}
