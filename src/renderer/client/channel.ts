// A channel carries frames to the host and back; which door it goes through is nobody else's business.
import type { HostFrame, RequestFrame } from '../../shared/contract/frames'

export interface ChannelListener {
  /** Frames may be sent from now on. */
  onOpen(): void
  onFrame(frame: HostFrame): void
  /** The connection is gone; `refused` means that trying again with what we have is useless. */
  onClose(reason: 'lost' | 'refused'): void
}

export interface Connection {
  send(frame: RequestFrame): void
  close(): void
}

/** Opens one connection; after `onClose` the client may ask for the next. */
export type Channel = (listener: ChannelListener) => Connection
