// One git process: argument array in, bytes out, with a time limit and a size limit.
import { execFile } from 'node:child_process'
import { FailureError } from '../../../shared/contract/failure'
import { gitEnvironment } from './git-environment'

export interface GitCall {
  args: readonly string[]
  cwd: string
  env?: Readonly<Record<string, string>>
  input?: Uint8Array | string
  /** Milliseconds; the process is ended when they are over. */
  timeLimitMs?: number
  maxBytes?: number
  /** Return the beginning of an output that is too long instead of failing. */
  cutOutput?: boolean
  /** Exit codes besides 0 that are an answer. */
  answers?: readonly number[]
  signal?: AbortSignal
}

export interface GitOutput {
  code: number
  stdout: Buffer
  stderr: string
  cut: boolean
}

/** A git command that failed in a way its caller did not foresee; carries git's own words. */
export class GitCommandError extends Error {
  override readonly name = 'GitCommandError'
  constructor(
    readonly command: string,
    readonly code: number | string | null,
    readonly stderr: string,
  ) {
    super(`git ${command} failed (${code ?? 'ended by a signal'}): ${stderr.trim().slice(0, 2_000) || 'no message'}`)
  }
}

const TIME_LIMIT_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** A process that ignores the polite signal this long is killed; git removes its lock files only on the polite one. */
const GRACE_MS = 3_000

/** Nothing a repository's configuration can say makes these commands run its code, or clean up behind our back. */
const ALWAYS = [
  'core.fsmonitor=false',
  // The null device has no entries and nobody can add one: safer than any folder.
  'core.hooksPath=/dev/null',
  'core.untrackedCache=false',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'core.quotePath=false',
  'submodule.recurse=false',
  'commit.gpgSign=false',
  'i18n.commitEncoding=UTF-8',
  'color.ui=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

/**
 * Runs one git command.
 *
 * @throws FailureError `worktree.not_git` without git, `worktree.busy` when the time limit is over
 * @throws GitCommandError for every other exit code that is not in `answers`, and for too much output
 * @throws the signal's reason when it was aborted
 */
export function runGit(call: GitCall): Promise<GitOutput> {
  call.signal?.throwIfAborted()
  const command = call.args[0] ?? ''
  return new Promise((resolve, reject) => {
    let overdue = false
    const child = execFile(
      'git',
      ['--no-pager', ...ALWAYS, ...call.args],
      {
        cwd: call.cwd,
        env: gitEnvironment(process.env, call.env),
        encoding: 'buffer',
        maxBuffer: call.maxBytes ?? MAX_BYTES,
        windowsHide: true,
        signal: call.signal,
      },
      (error, stdout, stderrBytes) => {
        clearTimeout(limit)
        clearTimeout(kill)
        const stderr = stderrBytes.toString('utf8')
        if (call.signal?.aborted) return reject(call.signal.reason)
        if (overdue) return reject(tookTooLong(command, call.timeLimitMs ?? TIME_LIMIT_MS))
        if (error === null) return resolve({ code: 0, stdout, stderr, cut: false })
        if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER' && call.cutOutput) {
          return resolve({ code: 0, stdout, stderr, cut: true })
        }
        const code: number | string | null = error.code ?? null
        if (typeof code === 'number' && call.answers?.includes(code)) {
          return resolve({ code, stdout, stderr, cut: false })
        }
        reject(explain(command, code, stderr || error.message))
      },
    )
    let kill: NodeJS.Timeout | undefined
    const limit = setTimeout(() => {
      overdue = true
      child.kill('SIGTERM')
      kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
    }, call.timeLimitMs ?? TIME_LIMIT_MS)
    // A git that ends before it read all of its input breaks the pipe; its exit code says why.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(call.input ?? '')
  })
}

function tookTooLong(command: string, limitMs: number): FailureError {
  return new FailureError('worktree.busy', `git ${command} did not finish within ${Math.round(limitMs / 1000)} s`, {
    limitMs,
  })
}

function explain(command: string, code: number | string | null, message: string): Error {
  if (code !== 'ENOENT') return new GitCommandError(command, code, message)
  // The same code means "no such program" and "no such folder to start it in".
  return new FailureError('worktree.not_git', 'git could not be started: it is not installed, or the folder is gone')
}
