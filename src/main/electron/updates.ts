// Owns updating the desktop app: it looks and fetches quietly, and a newer version is put in place when the app quits. It never restarts it.
import type { UpdateFacts } from '../../shared/domain/update'
import type { Clock } from '../services/ports/clock'
import { noUpdates, type Updates } from '../services/ports/updates'

/** What is used of electron-updater. */
export interface Updater {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  autoRunAppAfterInstall: boolean
  allowDowngrade: boolean
  logger: null | object
  checkForUpdates(): Promise<unknown>
  on(event: 'update-available' | 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'update-not-available', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export interface UpdateMachine {
  packaged: boolean
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** Whether the package says where its updates lie. */
  hasFeed: boolean
}

/** After the start, so that it is in nobody's way; then this often. */
const FIRST_MS = 60_000
const EVERY_MS = 6 * 60 * 60 * 1000

/** Why this app cannot update itself; null where it can. */
export function updateObstacle({ packaged, platform, env, hasFeed }: UpdateMachine): string | null {
  if (!packaged) return 'It runs from its sources, or from npm: update it there.'
  if (platform === 'linux' && !env.APPIMAGE) return 'It was installed as a package of the system, which updates it.'
  if (!hasFeed) return 'This package does not say where newer versions lie.'
  return null
}

/** @param load gives the updater when it is needed for the first time: loading it costs a start what most never need */
export function createUpdates(
  machine: UpdateMachine,
  clock: Pick<Clock, 'after'>,
  load: () => Promise<Updater>,
): Updates {
  const obstacle = updateObstacle(machine)
  return obstacle === null ? new QuietUpdates(clock, load) : noUpdates(obstacle)
}

class QuietUpdates implements Updates {
  onChange: () => void = () => {}
  #facts: UpdateFacts = { state: 'off', version: null, reason: null }
  #updater: Updater | null = null
  #cancel: (() => void) | null = null
  readonly #clock: Pick<Clock, 'after'>
  readonly #load: () => Promise<Updater>

  constructor(clock: Pick<Clock, 'after'>, load: () => Promise<Updater>) {
    this.#clock = clock
    this.#load = load
  }

  facts(): UpdateFacts {
    return this.#facts
  }

  follow(automatic: boolean): void {
    if (this.#updater) this.#updater.autoInstallOnAppQuit = automatic
    if (!automatic) {
      this.#cancel?.()
      this.#cancel = null
      this.#tell({ state: 'off', version: null, reason: null })
    } else if (this.#cancel === null) {
      this.#tell({ state: 'idle', version: null, reason: null })
      this.#lookAfter(FIRST_MS)
    }
  }

  #lookAfter(ms: number): void {
    this.#cancel = this.#clock.after(ms, () => {
      this.#lookAfter(EVERY_MS)
      void this.#look()
    })
  }

  /** A failure is told where one looks for it, and tried again in its time. */
  async #look(): Promise<void> {
    if (this.#facts.state === 'ready' || this.#facts.state === 'loading') return
    this.#tell({ state: 'checking', version: null, reason: null })
    try {
      this.#updater ??= await this.#begin()
      await this.#updater.checkForUpdates()
    } catch (error) {
      this.#fail(error)
    }
  }

  async #begin(): Promise<Updater> {
    const updater = await this.#load()
    updater.autoDownload = true
    updater.autoInstallOnAppQuit = this.#cancel !== null
    updater.autoRunAppAfterInstall = false
    updater.allowDowngrade = false
    updater.logger = null
    updater.on('update-not-available', () => this.#heard({ state: 'idle', version: null, reason: null }))
    updater.on('update-available', ({ version }) => this.#heard({ state: 'loading', version, reason: null }))
    updater.on('update-downloaded', ({ version }) => this.#heard({ state: 'ready', version, reason: null }))
    updater.on('error', (error) => this.#fail(error))
    return updater
  }

  #fail(error: unknown): void {
    const words = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)
    this.#heard({ state: 'failed', version: this.#facts.version, reason: words.slice(0, 300) })
  }

  /** What comes once the person turned it off is no news. */
  #heard(facts: UpdateFacts): void {
    if (this.#cancel !== null) this.#tell(facts)
  }

  #tell(facts: UpdateFacts): void {
    if (JSON.stringify(facts) === JSON.stringify(this.#facts)) return
    this.#facts = facts
    this.onChange()
  }
}
