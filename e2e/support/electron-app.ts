// The app through the desktop door: a real Electron, driven by Playwright.
import { once } from 'node:events'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { appEnvironment } from './app-environment'
import type { DoorApp, DoorAppOptions } from './door-app'

export interface ElectronApp extends DoorApp {
  /** The main process, to look at windows from the other side. */
  readonly electron: ElectronApplication
}

/** Starts the app in the Electron that `scripts/test-electron.mjs` prepared. */
export async function launchElectron(options: DoorAppOptions): Promise<ElectronApp> {
  const app = new RunningElectron(options)
  await app.relaunch()
  return app
}

/** How the prepared Electron is started: its executable, and the words before our own flags. */
export function electronCommand(): { executable: string; words: string[] } {
  const { TINE_TEST_ELECTRON: executable, TINE_TEST_MAIN: main, TINE_TEST_PRELOAD: preload } = process.env
  if (!executable || !main) throw new Error('no Electron is prepared: run npm test, or see scripts/test-electron.mjs')
  return { executable, words: [...(preload ? ['-r', preload] : []), main, '--'] }
}

/** Root cannot have Chromium's sandbox; a test says so where it matters instead of relying on it. */
export const runsAsRoot = process.getuid?.() === 0

interface Running {
  electron: ElectronApplication
  page: Page
}

class RunningElectron implements ElectronApp {
  readonly door = 'electron'
  readonly dataDir: string
  readonly #options: DoorAppOptions
  #running: Running | null = null
  #log = ''

  constructor(options: DoorAppOptions) {
    this.#options = options
    this.dataDir = options.dataDir
  }

  get page(): Page {
    return this.#now().page
  }

  get electron(): ElectronApplication {
    return this.#now().electron
  }

  get pid(): number {
    return this.#now().electron.process().pid ?? -1
  }

  log(): string {
    return this.#log
  }

  async kill(): Promise<void> {
    const running = this.#running
    if (!running) return
    this.#running = null
    const child = running.electron.process()
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  async close(): Promise<void> {
    const running = this.#running
    this.#running = null
    await running?.electron.close()
  }

  async relaunch(): Promise<void> {
    if (this.#running) throw new Error('the app still runs; kill or close it first')
    const { executable, words } = electronCommand()
    const electron = await _electron.launch({
      executablePath: executable,
      args: [...words, `--data=${this.#options.dataDir}`, ...(this.#options.args ?? [])],
      env: appEnvironment(this.#options),
      chromiumSandbox: !runsAsRoot,
    })
    this.#log = ''
    electron.process().stderr?.on('data', (chunk: Buffer) => {
      this.#log += chunk.toString('utf8')
    })
    try {
      this.#running = { electron, page: await electron.firstWindow() }
    } catch (error) {
      electron.process().kill('SIGKILL')
      throw new Error(`no window opened\n${this.#log}`, { cause: error })
    }
  }

  #now(): Running {
    if (!this.#running) throw new Error('the app does not run')
    return this.#running
  }
}
