// One git process: argument array in, bytes out, with a time limit and a size limit. No shell reads anything.
import { type ChildProcess, spawn } from 'node:child_process'
import { FailureError } from '../../../shared/contract/failure'
import { gitEnvironment } from './git-environment'
import { hasCode } from './presence'

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
    readonly code: number | null,
    readonly stderr: string,
  ) {
    super(`git ${command} failed (${code ?? 'ended'}): ${stderr.trim().slice(0, 2_000) || 'no message'}`)
  }
}

const TIME_LIMIT_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_STDERR = 64 * 1024
/** What ignores the polite signal this long is killed; git removes its lock files only on the polite one. */
const GRACE_MS = 3_000
const HAS_GROUPS = process.platform !== 'win32'

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
  // As many as there are processors; git stays with one for few files.
  'checkout.workers=0',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

/** Processes of ours that run now: whoever looks for people at work in a folder leaves them out. */
const running = new Set<number>()

/** Whether this process is a git that we started and that has not ended yet. */
export function isOwnGit(pid: number): boolean {
  return running.has(pid)
}

/**
 * Runs one git command.
 *
 * @throws FailureError `worktree.not_git` without git or without its folder, `worktree.busy` when the time limit is over
 * @throws GitCommandError for every other exit code that is not in `answers`, and for too much output
 * @throws the signal's reason when it was aborted
 */
export async function runGit(call: GitCall): Promise<GitOutput> {
  call.signal?.throwIfAborted()
  const command = call.args.find((arg, n) => arg !== '-c' && call.args[n - 1] !== '-c') ?? ''
  // A group of its own: what git starts (a filter) ends with it, and a Ctrl-C meant for us does not tear a write apart.
  const child = spawn('git', ['--no-pager', ...ALWAYS, ...call.args], {
    cwd: call.cwd,
    env: gitEnvironment(process.env, call.env),
    detached: HAS_GROUPS,
    windowsHide: true,
    stdio: 'pipe',
  })
  const { pid } = child
  if (pid !== undefined) running.add(pid)
  try {
    const ended = await watch(child, call)
    call.signal?.throwIfAborted()
    const { code, stdout, stderr } = ended
    if (ended.why === 'time') throw tookTooLong(command, call.timeLimitMs ?? TIME_LIMIT_MS)
    if (ended.why === 'size' && call.cutOutput) return { code: 0, stdout, stderr, cut: true }
    if (ended.why === 'size') throw new GitCommandError(command, null, `more than ${stdout.length} bytes of output`)
    if (code === 0 || (code !== null && call.answers?.includes(code))) return { code, stdout, stderr, cut: false }
    throw new GitCommandError(command, code, stderr)
  } catch (error) {
    // The same code means "no such program" and "no such folder to start it in".
    if (!hasCode(error, 'ENOENT')) throw error
    throw new FailureError('worktree.not_git', 'git could not be started: it is not installed, or the folder is gone')
  } finally {
    if (pid !== undefined) running.delete(pid)
  }
}

interface Ended {
  code: number | null
  stdout: Buffer
  stderr: string
  /** Why we ended it; null when it ended by itself. */
  why: 'time' | 'size' | 'abort' | null
}

/** Collects output until the process has ended, and ends it where a limit says so. */
function watch(child: ChildProcess, call: GitCall): Promise<Ended> {
  const maxBytes = call.maxBytes ?? MAX_BYTES
  const chunks: Buffer[] = []
  let size = 0
  let stderr = ''
  let why: Ended['why'] = null
  let kill: NodeJS.Timeout | undefined
  const end = (reason: NonNullable<Ended['why']>) => {
    if (why !== null) return
    why = reason
    signalGroup(child, 'SIGTERM')
    kill = setTimeout(() => forceEnd(child), GRACE_MS)
  }
  child.stdout?.on('data', (chunk: Buffer) => {
    if (size + chunk.length > maxBytes) end('size')
    chunks.push(chunk.subarray(0, maxBytes - size))
    size += Math.min(chunk.length, maxBytes - size)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    if (stderr.length < MAX_STDERR) stderr += chunk.toString('utf8')
  })
  // A git that ends before it read all of its input breaks the pipe; its exit code says why.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(call.input ?? '')
  const limit = setTimeout(() => end('time'), call.timeLimitMs ?? TIME_LIMIT_MS)
  const onAbort = () => end('abort')
  call.signal?.addEventListener('abort', onAbort, { once: true })
  return new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout: Buffer.concat(chunks), stderr, why }))
  }).finally(() => {
    clearTimeout(limit)
    clearTimeout(kill)
    call.signal?.removeEventListener('abort', onAbort)
  })
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (HAS_GROUPS) process.kill(-child.pid, signal)
    else child.kill(signal)
  } catch (error) {
    // It ended by itself meanwhile.
    if (!hasCode(error, 'ESRCH')) throw error
  }
}

/** Something that left the group may still hold the pipes: they are not waited for. */
function forceEnd(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL')
  child.stdout?.destroy()
  child.stderr?.destroy()
}

function tookTooLong(command: string, limitMs: number): FailureError {
  return new FailureError('worktree.busy', `git ${command} did not finish within ${Math.round(limitMs / 1000)} s`, {
    limitMs,
  })
}
