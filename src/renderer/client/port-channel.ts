import type { HostFrame } from '../../shared/contract/frames'
import type { Channel } from './channel'

/** What the preload script says when it hands over the port, once the page's own scripts have run. */
const PORT_GIVEN = 'tine:port'

/**
 * The channel of the desktop window: one MessagePort, which the preload script posts to this window. Connect before the document
 * is complete: the port comes once.
 * Only a message of this very window counts; a frame or another window cannot slip in a port of its own.
 */
export function portChannel(page: Window): Channel {
  return (listener) => {
    let port: MessagePort | undefined
    const onMessage = (event: MessageEvent) => {
      const given = event.ports[0]
      if (event.source !== page || event.data !== PORT_GIVEN || !given) return
      page.removeEventListener('message', onMessage)
      port = given
      given.addEventListener('message', (message) => listener.onFrame(message.data as HostFrame))
      // Chromium 122 and later say when the other end is gone; before, the window goes with it anyway.
      given.addEventListener('close', () => listener.onClose('lost'))
      given.start()
      listener.onOpen()
    }
    page.addEventListener('message', onMessage)
    return {
      send: (frame) => port?.postMessage(frame),
      close: () => {
        page.removeEventListener('message', onMessage)
        port?.close()
      },
    }
  }
}
