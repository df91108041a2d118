// Owns what the page's session may do at all: no permission it does not need, no connection to anywhere.
import type { Session } from 'electron'
import { isPageUrl } from './page-origin'

/** Copying a command or a diff to the clipboard is all the page ever asks of the system. */
const GRANTED = 'clipboard-sanitized-write'

const ELSEWHERE = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file:///*', 'ftp://*/*'] }

/** Denies permissions and devices, and stops requests that leave the private scheme even where the page's policy would let them through. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(permission === GRANTED && isPageUrl(contents.getURL()))
  })
  session.setPermissionCheckHandler((contents, permission) => {
    return permission === GRANTED && contents !== null && isPageUrl(contents.getURL())
  })
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(ELSEWHERE, (_details, answer) => answer({ cancel: true }))
  session.on('will-download', (event) => event.preventDefault())
}
