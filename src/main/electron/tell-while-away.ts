// Owns the system's notifications: sent while nobody looks at the window, once for each occasion.
import { type BrowserWindow, Notification } from 'electron'
import type { FramePort } from '../transport/message-port'
import { PortNews } from './port-news'

/**
 * Listens along on what the page is told.
 *
 * @param told keys of what was told before; shared by all ports, since a reloaded page hears things again
 * @param onClick the person followed a notification
 */
export function tellWhileAway(
  port: FramePort,
  window: BrowserWindow,
  told: Set<string>,
  onClick: () => void,
): FramePort {
  const news = new PortNews()
  return {
    on: port.on.bind(port),
    start: port.start.bind(port),
    close: port.close.bind(port),
    postMessage: (frame) => {
      port.postMessage(frame)
      const notice = news.take(frame, Date.now())
      if (!notice || told.has(notice.key) || window.isDestroyed() || window.isFocused()) return
      if (!Notification.isSupported()) return
      told.add(notice.key)
      const notification = new Notification({ title: notice.title, body: notice.body })
      notification.on('click', onClick)
      notification.show()
    },
  }
}
