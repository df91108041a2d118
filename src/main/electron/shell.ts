// Owns the life of the desktop app: one instance, one host, one window, and the order in which they come and go.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, dialog, safeStorage, session } from 'electron'
import { FailureError } from '../../shared/contract/failure'
import type { DoorLog } from '../host/door-log'
import type { Host } from '../host/host'
import type { SecretVault } from '../services/ports/vault'
import { openLocalDoor } from '../transport/local-door'
import { connectMessagePort } from '../transport/message-port'
import { setApplicationMenu } from './application-menu'
import { fragmentOfLink } from './deep-link'
import { bringToFront, openMainWindow, showFragment } from './main-window'
import { guardNavigation } from './navigation-guard'
import { registerPageScheme, servePage } from './page-protocol'
import { handOutPorts } from './port-handout'
import { closeBeforeQuit, EXIT_FAILED, quitInGoodOrder } from './quit'
import { createSafeStorageVault } from './secret-vault'
import { guardSession } from './session-guard'
import { answerShellCommands, type ShellHandlers } from './shell-commands'
import { tellWhileAway } from './tell-while-away'

export interface ShellOptions {
  dataDir: string
  /** The folder of this bundle, beside those of the preload script and the page. */
  bundle: string
  /** A `tine://` address to begin with. */
  link?: string | undefined
  log: DoorLog
  /** Constructs the one host, once this process is the only app on its data folder. Null: there is no key store to keep a key in. */
  openHost(vault: SecretVault | null): Promise<Host>
}

/** The code serve mode ends with too when another process owns the data folder. */
const EXIT_LOCKED = 3

/**
 * Runs the desktop app until it quits. Must be called before Electron is ready.
 *
 * A second instance on the same data folder hands its link to the first, which comes to the front, and ends with 0.
 */
export async function runShell(options: ShellOptions): Promise<void> {
  const ownFolder = join(options.dataDir, 'electron')
  mkdirSync(ownFolder, { recursive: true, mode: 0o700 })
  // The lock is kept in userData: two data folders are two apps, one data folder is one.
  app.setPath('userData', ownFolder)
  if (!app.requestSingleInstanceLock({ link: options.link ?? null })) return app.exit(0)
  registerLinks()

  // Under root, tests must pass --no-sandbox; Electron's helper processes then refuse to start with the sandbox forced on.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  registerPageScheme()
  guardNavigation()
  const shell = new Shell(options, ownFolder)
  app.on('second-instance', (_event, _argv, _cwd, data) => shell.show(linkOf(data)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    shell.show(link)
  })
  app.on('activate', () => shell.show(null))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  quitInGoodOrder(options.log)

  await app.whenReady()
  await shell.open()
}

/** Elsewhere the package itself says whose `tine://` addresses are. Behind `--` an address can be no switch of Chromium's. */
function registerLinks(): void {
  if (app.isPackaged && process.platform === 'win32') app.setAsDefaultProtocolClient('tine', process.execPath, ['--'])
}

class Shell {
  readonly #options: ShellOptions
  readonly #ownFolder: string
  readonly #told = new Set<string>()
  #host: Host | null = null
  #window: BrowserWindow | null = null
  #link: string | null

  constructor(options: ShellOptions, ownFolder: string) {
    this.#options = options
    this.#ownFolder = ownFolder
    this.#link = options.link ?? null
  }

  async open(): Promise<void> {
    setApplicationMenu()
    guardSession(session.defaultSession)
    servePage(session.defaultSession, join(this.#options.bundle, '..', 'renderer'))
    const vault = createSafeStorageVault(join(this.#ownFolder, 'keys.json'), safeStorage)
    try {
      this.#host = await this.#options.openHost(vault)
    } catch (error) {
      return refuse(error, this.#options.log)
    }
    const host = this.#host
    const local = await openLocalDoor(host)
    const close = () => local.close().then(() => host.close())
    closeBeforeQuit({ close }, this.#options.log)
    this.show(this.#link)
  }

  /** Brings the window to the front, opening it where there is none, and goes where the link leads. */
  show(link: string | null): void {
    const fragment = link === null ? null : fragmentOfLink(link)
    if (!this.#host) {
      this.#link = link ?? this.#link
      return
    }
    if (!this.#window) {
      this.#window = this.#openWindow(this.#host, fragment)
      return
    }
    bringToFront(this.#window)
    if (fragment !== null) showFragment(this.#window, fragment)
  }

  #openWindow(host: Host, fragment: string | null): BrowserWindow {
    const window = openMainWindow({
      preload: join(this.#options.bundle, '..', 'preload', 'index.cjs'),
      stateFile: join(this.#ownFolder, 'window.json'),
      fragment,
    })
    const handlers: ShellHandlers = {
      'shell.pickFolder': () => pickFolder(window),
      'shell.pickFile': () => pickFile(window),
      'shell.pickPlace': () => pickPlace(window),
    }
    handOutPorts(window, (port) => {
      const told = tellWhileAway(port, window, this.#told, () => this.show(null))
      return connectMessagePort(host, answerShellCommands(told, handlers))
    })
    window.once('closed', () => {
      this.#window = null
    })
    return window
  }
}

async function pickFolder(window: BrowserWindow): Promise<{ path: string | null }> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openDirectory', 'createDirectory'],
  })
  return { path: canceled ? null : (filePaths[0] ?? null) }
}

async function pickFile(window: BrowserWindow): Promise<{ path: string | null }> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile', 'showHiddenFiles'] })
  return { path: canceled ? null : (filePaths[0] ?? null) }
}

async function pickPlace(window: BrowserWindow): Promise<{ path: string | null }> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { properties: ['createDirectory'] })
  return { path: canceled || !filePath ? null : filePath }
}

/** A second instance's word is not more to be trusted than any program's that may start us. */
function linkOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'link' in data && typeof data.link === 'string' ? data.link : null
}

function refuse(error: unknown, log: DoorLog): void {
  const expected = error instanceof FailureError
  const message = expected
    ? error.message
    : `Something went wrong inside the app (${log.incident('electron.failed', error)}).`
  process.stderr.write(`tine: ${message}\n`)
  dialog.showErrorBox('Tine cannot open its data', message)
  app.exit(expected && error.failure.code === 'store.locked' ? EXIT_LOCKED : EXIT_FAILED)
}
