// Owns the one window: sandboxed, isolated, without Node; it outlives crashes of its page.
import { BrowserWindow, screen } from 'electron'
import { PAGE_URL } from './page-origin'
import { readWindowState, writeWindowState } from './window-state'

export interface MainWindowOptions {
  preload: string
  stateFile: string
  /** What to show first; a path the page understands, or nothing. */
  fragment: string | null
}

/** A page that dies as soon as it stands would otherwise be reloaded for ever. */
const CRASH_WINDOW_MS = 60_000
const MOST_CRASHES = 3

/** Opens the window and loads the page; the window shows itself once the page has painted. */
export function openMainWindow(options: MainWindowOptions): BrowserWindow {
  const displays = screen.getAllDisplays().map((display) => display.workArea)
  const last = readWindowState(options.stateFile, displays)
  const window = new BrowserWindow({
    ...(last ?? { width: 1360, height: 860 }),
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Tine',
    webPreferences: {
      preload: options.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      // Its dictionaries would be fetched from a server that is not ours.
      spellcheck: false,
    },
  })
  if (last?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    writeWindowState(options.stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() })
  })
  reloadAfterCrash(window)
  showFragment(window, options.fragment)
  return window
}

/** Goes to a place in the page; a page that stands is only told, not loaded again. */
export function showFragment(window: BrowserWindow, fragment: string | null): void {
  window.loadURL(fragment === null ? PAGE_URL : `${PAGE_URL}#${fragment}`).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // A reload, a crash or the next navigation came first, and loads the page itself.
    if (code === 'ERR_ABORTED') return
    process.stderr.write(`tine: the page did not load: ${error instanceof Error ? error.message : error}\n`)
  })
}

/** Brings a window to the front from wherever it is. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** The host does not notice: forks go on, and the reloaded page reads where they stand. */
function reloadAfterCrash(window: BrowserWindow): void {
  let crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return
    const now = Date.now()
    crashes = [...crashes.filter((at) => now - at < CRASH_WINDOW_MS), now]
    process.stderr.write(`tine: the page ended (${details.reason}, exit code ${details.exitCode})\n`)
    if (crashes.length <= MOST_CRASHES) window.webContents.reload()
  })
}
