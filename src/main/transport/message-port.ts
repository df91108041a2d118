// The door through a MessagePort: frames cross as the objects they are.
import type { Host } from '../host/host'

/** The part of Electron's `MessagePortMain` a connection needs; frames are cloned on their way. */
export interface FramePort {
  on(event: 'message', listener: (message: { data: unknown }) => void): unknown
  on(event: 'close', listener: () => void): unknown
  postMessage(frame: unknown): void
  start(): void
  close(): void
}

/**
 * Connects a port to the host until either side closes.
 *
 * @returns closes the connection and the port; calling it again does nothing
 */
export function connectMessagePort(host: Pick<Host, 'connect'>, port: FramePort): () => void {
  let open = true
  const connection = host.connect((frame) => {
    if (open) port.postMessage(frame)
  })
  const close = () => {
    if (!open) return
    open = false
    connection.close()
    port.close()
  }
  port.on('message', (message) => {
    if (open) connection.receive(message.data)
  })
  // The page is gone: closed, reloaded or crashed. The host goes on; a new page connects anew.
  port.on('close', close)
  port.start()
  return close
}
