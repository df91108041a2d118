import { createHostClient, type HostClient } from '../client/host-client'
import { portChannel } from '../client/port-channel'
import { websocketChannel } from '../client/websocket-channel'

const TOKEN_KEY = 'tine.token'
const TOKEN_HASH = /^#token=([\w-]+)$/

/**
 * Picks the door: the desktop's private scheme has a port, everything else a WebSocket to where the page came from.
 *
 * @returns null when the page was opened without a token and knows none
 */
export function connect(page: Window): HostClient | null {
  if (page.location.protocol === 'app:') return createHostClient(portChannel(page))
  takeLaterTokens(page)
  const token = takeToken(page)
  if (!token) return null
  const scheme = page.location.protocol === 'https:' ? 'wss:' : 'ws:'
  return createHostClient(websocketChannel(`${scheme}//${page.location.host}/host`, token))
}

/** An address with a new token, put into a tab that is open, changes only what is behind `#`: the page has to begin anew itself. */
function takeLaterTokens(page: Window) {
  page.addEventListener('hashchange', (event) => {
    if (!TOKEN_HASH.test(page.location.hash)) return
    event.stopImmediatePropagation()
    takeToken(page)
    page.location.reload()
  })
}

/** Takes the token out of the address before anything else can read, bookmark or share it. */
function takeToken(page: Window): string | null {
  const given = TOKEN_HASH.exec(page.location.hash)?.[1]
  if (given) {
    page.history.replaceState(null, '', page.location.pathname + page.location.search)
    page.sessionStorage.setItem(TOKEN_KEY, given)
    return given
  }
  return page.sessionStorage.getItem(TOKEN_KEY)
}
