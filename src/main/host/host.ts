// The host as a door sees it: frames in, frames out.
import type { HostFrame } from '../../shared/contract/frames'

export interface HostConnection {
  /** Takes one frame as it came over the wire; answers and events come through the sink. Never throws. */
  receive(frame: unknown): void
  close(): void
}

export interface HostInfo {
  door: 'electron' | 'serve' | 'print'
  dataDir: string
}

export interface Host {
  readonly info: HostInfo
  /** Connects a client. The sink must not throw; it is called in order. */
  connect(sink: (frame: HostFrame) => void): HostConnection
  /** Says how others reach this host; told to whoever finds the data folder locked. */
  setDoor(address: string): void
  /** Ends what runs (marked as interrupted by shutdown), the processes it started, and closes the store. Idempotent. */
  close(): Promise<void>
}
