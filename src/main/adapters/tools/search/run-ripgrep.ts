import { spawn } from 'node:child_process'
import type { Clock } from '../../../services/ports/clock'
import { CappedLines } from '../files/capped-lines'
import { SEARCH_MS } from '../limits'

/** Of one line of ripgrep's output; its own limit on columns is far below. */
const LINE_BYTES = 16 * 1024
const ERROR_BYTES = 4096

export interface RipgrepCall {
  rgPath: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  clock: Clock
  signal: AbortSignal
  /** Takes one line of output; false ends the search. */
  onLine(line: string): boolean
}

export type RipgrepEnd = 'done' | 'enough' | 'timed-out'

export interface RipgrepResult {
  end: RipgrepEnd
  /** What ripgrep complained about; it may have found something all the same. */
  complaint: string
}

/**
 * Runs ripgrep and hands over its output by lines, in bounded memory.
 *
 * Rejects with the signal's reason on an abort, with the system's error when ripgrep cannot be started.
 */
export async function runRipgrep(call: RipgrepCall): Promise<RipgrepResult> {
  const { signal, clock } = call
  signal.throwIfAborted()
  const child = spawn(call.rgPath, ['--no-config', '--color=never', ...call.args], {
    cwd: call.cwd,
    env: call.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let end: RipgrepEnd = 'done'
  let complaint = ''
  const stop = (why: RipgrepEnd) => {
    if (end === 'done') end = why
    child.kill('SIGKILL')
  }
  const lines = new CappedLines(LINE_BYTES, (line) => {
    if (end === 'done' && !call.onLine(line.bytes.toString('utf8'))) stop('enough')
  })
  child.stdout.on('data', (chunk: Buffer) => lines.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < ERROR_BYTES) complaint += chunk.toString('utf8').slice(0, ERROR_BYTES)
  })
  const onAbort = () => stop('enough')
  signal.addEventListener('abort', onAbort, { once: true })
  const cancelTimer = clock.after(SEARCH_MS, () => stop('timed-out'))
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', () => resolve())
    })
  } finally {
    cancelTimer()
    signal.removeEventListener('abort', onAbort)
  }
  signal.throwIfAborted()
  lines.end()
  return { end, complaint: complaint.trim() }
}
