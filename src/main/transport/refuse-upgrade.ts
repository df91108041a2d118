import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Answers a request to upgrade with a bare status and ends its socket. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  // Whoever is refused may be gone already.
  socket.on('error', () => socket.destroy())
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
