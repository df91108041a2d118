// Owns where the window may go: nowhere. Links open outside, after the address was shown.
import { app, BrowserWindow, dialog, shell, type WebContents } from 'electron'
import { externalLink } from './external-link'
import { isPageUrl } from './page-origin'

/** Puts every web contents of this app under the guard, whoever creates it. */
export function guardNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('will-navigate', (event) => leave(event, contents))
    contents.on('will-redirect', (event) => leave(event, contents))
    contents.setWindowOpenHandler(({ url }) => {
      void offerToOpen(url, contents)
      return { action: 'deny' }
    })
  })
}

/** A reload of the page is a navigation too, and the only one there is. */
function leave(event: { url: string; preventDefault(): void }, contents: WebContents): void {
  if (isPageUrl(event.url)) return
  event.preventDefault()
  void offerToOpen(event.url, contents)
}

async function offerToOpen(url: string, contents: WebContents): Promise<void> {
  const address = externalLink(url)
  const window = BrowserWindow.fromWebContents(contents)
  if (address === null || !window) return
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'Open this address outside Tine?',
    detail: address,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  if (response === 0) await shell.openExternal(address)
}
