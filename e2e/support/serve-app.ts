// The app through the serve door: `tine serve` as a process of its own, its page in a browser.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { appEnvironment, projectRoot } from './app-environment'
import type { DoorApp, DoorAppOptions } from './door-app'

/** What serve mode prints, and nothing else, on standard output. */
const READY = /^READY (http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+)$/
const START_MS = 30_000

export interface ServeApp extends DoorApp {
  /** The address with its token, as printed. */
  readonly address: string
}

/** Starts `tine serve` and opens its page. */
export async function launchServe(browser: Browser, options: DoorAppOptions): Promise<ServeApp> {
  const app = new RunningServe(browser, options)
  await app.relaunch()
  return app
}

interface Running {
  process: ChildProcess
  exited: Promise<unknown>
  address: string
  context: BrowserContext
  page: Page
  log: () => string
}

class RunningServe implements ServeApp {
  readonly door = 'serve'
  readonly dataDir: string
  readonly #browser: Browser
  readonly #options: DoorAppOptions
  #running: Running | null = null
  #log = () => ''

  constructor(browser: Browser, options: DoorAppOptions) {
    this.#browser = browser
    this.#options = options
    this.dataDir = options.dataDir
  }

  get page(): Page {
    return this.#now().page
  }

  get address(): string {
    return this.#now().address
  }

  get pid(): number {
    return this.#now().process.pid ?? -1
  }

  log(): string {
    return this.#log()
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async close(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async relaunch(): Promise<void> {
    if (this.#running) throw new Error('the app still runs; kill or close it first')
    const served = await startServe(this.#options)
    this.#log = served.log
    const context = await this.#browser.newContext()
    const page = await context.newPage()
    this.#running = { ...served, context, page }
    await page.goto(served.address)
  }

  #now(): Running {
    if (!this.#running) throw new Error('the app does not run')
    return this.#running
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#running
    if (!running) return
    this.#running = null
    running.process.kill(signal)
    await running.exited
    await running.context.close()
  }
}

/** Node of the project, without a launcher between: killing the process kills the host. */
function startServe(options: DoorAppOptions): Promise<Omit<Running, 'context' | 'page'>> {
  const node = join(projectRoot, 'node_modules', 'node', 'bin', 'node')
  const args = [join(projectRoot, 'bin', 'tine.mjs'), 'serve', `--data=${options.dataDir}`, ...(options.args ?? [])]
  const child = spawn(node, args, { env: appEnvironment(options), stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'close')
  const lines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line))
  const log = () => lines.join('\n')
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`tine serve ${why}\n${log()}`))
    }
    const timer = setTimeout(() => fail(`was not ready within ${START_MS} ms`), START_MS)
    exited.then(
      ([code, signal]) => fail(`ended at once (${code ?? signal})`),
      (error: unknown) => fail(`did not start: ${error}`),
    )
    createInterface({ input: child.stdout }).on('line', (line) => {
      clearTimeout(timer)
      const address = READY.exec(line)?.[1]
      if (address) resolve({ process: child, exited, address, log })
      else fail(`printed something else than its address: ${line}`)
    })
  })
}
