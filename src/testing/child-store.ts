// Starts and kills processes that own a store.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const loader = new URL('typescript-imports.mjs', import.meta.url).href
const program = fileURLToPath(new URL('store-process.ts', import.meta.url))

export interface ChildStore {
  readonly pid: number
  /** The next line the process says; undefined when it has ended. */
  next(): Promise<Record<string, unknown> | undefined>
  /** kill -9; resolves with the last line it said, when it is gone. */
  kill(): Promise<Record<string, unknown> | undefined>
}

/** Lets no file grow beyond a limit, as a full disk would; the signal that would end the process is ignored. */
const LIMITED = 'trap "" XFSZ; ulimit -f "$0"; exec "$@"'

/**
 * A process of its own that opens the store in `dataDir`, and holds it or commits to it without end.
 *
 * @param fileBlocks the size in units of 512 bytes (by POSIX) beyond which the system lets no file of the process grow
 */
export function childStore(dataDir: string, role: 'hold' | 'write', fileBlocks?: number): ChildStore {
  const node = [process.execPath, '--import', loader, program, dataDir, role]
  const [command = '', ...args] = fileBlocks === undefined ? node : ['sh', '-c', LIMITED, String(fileBlocks), ...node]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<Record<string, unknown> | undefined> => {
    const line = await lines.next()
    return line.done ? undefined : JSON.parse(line.value)
  }
  return {
    pid: pidOf(child),
    next,
    async kill() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      let last: Record<string, unknown> | undefined
      for (let line = await next(); line; line = await next()) last = line
      return last
    },
  }
}

function pidOf(child: ChildProcessByStdio<Writable, Readable, null>): number {
  if (child.pid === undefined) throw new Error('the process did not start')
  return child.pid
}
