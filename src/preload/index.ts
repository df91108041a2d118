// Forwards one MessagePort from the main process to the page, and nothing else: no API, no value, no event of Electron's crosses.
import { ipcRenderer } from 'electron'

const CHANNEL = 'tine:port'
const PAGE_ORIGIN = 'app://tine'

/** What this script uses of the page it runs beside. */
declare const window: {
  readonly location: { readonly origin: string }
  addEventListener(type: 'DOMContentLoaded', listener: () => void, options: { once: true }): void
  postMessage(message: string, targetOrigin: string, transfer: readonly unknown[]): void
}

ipcRenderer.on(CHANNEL, (event) => {
  const [port] = event.ports
  // contextBridge cannot carry a port; a message to our own window can, and only this origin receives it.
  if (port) window.postMessage(CHANNEL, PAGE_ORIGIN, [port])
})

// The page's own scripts have run by then, so its listener stands.
window.addEventListener(
  'DOMContentLoaded',
  () => {
    if (window.location.origin === PAGE_ORIGIN) ipcRenderer.send(CHANNEL)
  },
  { once: true },
)
