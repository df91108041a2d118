// Calls a running app through its local door.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { readFrames, writeFrame } from './frame-lines'
import { readAddress } from './local-address'

export interface FrameLine {
  send(frame: unknown): void
  close(): void
}

/**
 * Connects to whoever owns the data folder.
 *
 * @param take called for each frame that comes
 * @param onGone called when the other side ends it
 * @returns null when nobody answers there
 */
export async function callLocalDoor(
  dataDir: string,
  take: (frame: unknown) => void,
  onGone: () => void,
): Promise<FrameLine | null> {
  const address = readAddress(dataDir)
  if (address === null) return null
  const socket: Socket = connect(address.socket)
  try {
    await once(socket, 'connect')
  } catch {
    return null // left behind by an owner that was killed, or just gone
  }
  socket.on('error', () => socket.destroy())
  socket.on('close', onGone)
  readFrames(socket, take)
  writeFrame(socket, { secret: address.secret })
  return { send: (frame) => writeFrame(socket, frame), close: () => socket.end() }
}
