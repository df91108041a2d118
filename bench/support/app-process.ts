// Owns the app under measurement: `tine serve` of the built app, as a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { HostClient } from './host-client'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const READY = /^READY (http:\/\/(127\.0\.0\.1:\d+)\/#token=([\w-]+))$/
const START_MS = 30_000

export interface AppOptions {
  dataDir: string
  /** The simulator's address; without it the app has no provider. */
  providerUrl?: string
  /** For Node itself, such as `--import`. */
  nodeArgs?: readonly string[]
  /** Opens a channel to messages of a module that `nodeArgs` loads. */
  channel?: boolean
}

export interface AppProcess {
  readonly child: ChildProcess
  /** Milliseconds from the start of the process to its `READY`. */
  readonly readyMs: number
  /** The page's address with its token. */
  readonly address: string
  /** A client of its own on the app's socket. */
  connect(): Promise<HostClient>
  /** Asks a module that `nodeArgs` loaded, over the channel. */
  ask<T>(question: string): Promise<T>
  /** Ends the app in good order, so that its database is whole and without a log beside it. */
  stop(): Promise<void>
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
}

/** Starts the app, in this same Node, with nothing of the person's in its environment; resolves when it accepts connections. */
export async function startApp({ dataDir, providerUrl, nodeArgs = [], channel }: AppOptions): Promise<AppProcess> {
  const home = join(dirname(dataDir), 'home')
  mkdirSync(home, { recursive: true })
  const provider = providerUrl ? { ANTHROPIC_BASE_URL: providerUrl, ANTHROPIC_API_KEY: 'bench' } : {}
  const begun = performance.now()
  const child = spawn(process.execPath, [...nodeArgs, join(root, 'bin', 'tine.mjs'), 'serve', `--data=${dataDir}`], {
    env: { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...provider },
    stdio: channel ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'close')
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
  const errors = collectLines(child)
  const line = await firstLine(child)
  const readyMs = performance.now() - begun
  const [, address, authority, token] = READY.exec(line ?? '') ?? []
  if (!address) {
    child.kill('SIGKILL')
    throw new Error(`tine serve did not get ready: ${line ?? ''}\n${errors.join('\n')}`)
  }
  return {
    child,
    readyMs,
    address,
    connect: () => HostClient.connect(`ws://${authority}/host?token=${token}`),
    async ask<T>(question: string) {
      const answer = once(child, 'message')
      child.send(question)
      return (await answer)[0] as T
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
    async kill() {
      end()
      await exited
    },
  }
}

function collectLines({ stderr }: ChildProcess): string[] {
  const lines: string[] = []
  if (stderr) createInterface({ input: stderr }).on('line', (line) => lines.push(line))
  return lines
}

/** The first line on standard output; null when the process ended, or time ran out, before there was one. */
async function firstLine(child: ChildProcess): Promise<string | null> {
  if (!child.stdout) throw new Error('the app was started without an output')
  const lines = createInterface({ input: child.stdout })
  const signal = AbortSignal.timeout(START_MS)
  const line = await Promise.race([once(lines, 'line', { signal }), once(child, 'close', { signal })])
  return typeof line[0] === 'string' ? line[0] : null
}
