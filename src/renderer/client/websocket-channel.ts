import type { HostFrame } from '../../shared/contract/frames'
import type { Channel } from './channel'

/** Close codes by which a server says that the token is not its own: policy violation, and the private 4401. */
const REFUSED = new Set([1008, 4401])

/**
 * The channel of serve mode. The first frame carries the token, and the host's first answer says whether it was right;
 * the token is never part of an address.
 *
 * @param url the socket's address, `ws://127.0.0.1:…/host`
 */
export function websocketChannel(url: string, token: string): Channel {
  return (listener) => {
    const socket = new WebSocket(url)
    let admitted = false
    socket.addEventListener('open', () => socket.send(JSON.stringify({ auth: token })))
    socket.addEventListener('message', (message) => {
      const frame: unknown = JSON.parse(String(message.data))
      if (isAuthAnswer(frame)) {
        admitted = frame.auth === 'ok'
        if (admitted) listener.onOpen()
        else socket.close(1000)
      } else if (admitted) listener.onFrame(frame as HostFrame)
    })
    socket.addEventListener('close', (event) => listener.onClose(REFUSED.has(event.code) ? 'refused' : 'lost'))
    return {
      send: (frame) => socket.send(JSON.stringify(frame)),
      close: () => socket.close(1000),
    }
  }
}

function isAuthAnswer(frame: unknown): frame is { auth: unknown } {
  return typeof frame === 'object' && frame !== null && 'auth' in frame
}
