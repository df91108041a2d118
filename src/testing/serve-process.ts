// Runs `tine serve` and `tine print` as processes of their own, from a build of the sources as they are now.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { build } from 'vite'
import { onTestFinished } from 'vitest'

const root = dirname(dirname(import.meta.dirname))

export interface ServeBuild {
  /** The bundles of the entries. */
  entry: string
  print: string
  remove(): void
}

/** Builds the entries alone, into a folder of its own where it finds all it looks for: packages above, page and resources beside. */
export async function buildServe(): Promise<ServeBuild> {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'serve-'))
  symlinkSync(join(root, 'resources'), join(folder, 'resources'))
  mkdirSync(join(folder, 'out', 'renderer'), { recursive: true })
  writeFileSync(join(folder, 'out', 'renderer', 'index.html'), '<!doctype html>')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: join(folder, 'out', 'main'),
      target: 'node24',
      rolldownOptions: {
        input: { serve: join(root, 'src', 'main', 'serve.ts'), print: join(root, 'src', 'main', 'print.ts') },
        external: ['better-sqlite3', 'sharp'],
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
        checks: { eval: false },
      },
    },
  })
  const main = join(folder, 'out', 'main')
  return {
    entry: join(main, 'serve.cjs'),
    print: join(main, 'print.cjs'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** What the launcher does with this door. */
const LAUNCH = 'require(process.argv[1]).runServe(process.argv.slice(2)).then((code) => { process.exitCode = code })'

export interface ServeProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** Resolves with the first line on standard output, or null when it ended without one. */
  readonly ready: Promise<string | null>
  /** Resolves with the exit code, or the signal that ended it, when all it wrote was read. */
  readonly ended: Promise<number | NodeJS.Signals>
  readonly stdout: string[]
  readonly stderr: string[]
}

/** Lets no file grow beyond a limit, until somebody lifts it; the signal that would end the process is ignored. */
const LIMITED = 'trap "" XFSZ; ulimit -S -f "$0"; exec "$@"'

/**
 * Starts the door; it is killed when the test ends.
 *
 * @param fileBlocks the size in units of 512 bytes beyond which no file of the process may grow, as on a full disk
 */
export function startServe(
  { entry }: ServeBuild,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  fileBlocks?: number,
): ServeProcess {
  const node = [process.execPath, '-e', LAUNCH, entry, 'serve', ...args]
  const [command = '', ...rest] = fileBlocks === undefined ? node : ['sh', '-c', LIMITED, String(fileBlocks), ...node]
  const child = spawn(command, rest, {
    env: { PATH: process.env.PATH, HOME: dirname(entry), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stdout: string[] = []
  const stderr: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => stdout.push(line))
  createInterface({ input: child.stderr }).on('line', (line) => stderr.push(line))
  const ready = Promise.race([once(lines, 'line'), once(lines, 'close')]).then(([line]) => line ?? null)
  const ended = once(child, 'close').then(([code, signal]) => signal ?? code)
  return { child, ready, ended, stdout, stderr }
}
