// The app as a story sees it, whichever door it came through.
import type { Page } from '@playwright/test'

export type DoorName = 'serve' | 'electron'

export interface DoorAppOptions {
  /** Where this app keeps everything; the same folder again is the same app, started again. */
  dataDir: string
  /** Flags of the door, such as `--demo` or `--project=/path`. */
  args?: readonly string[]
  /** On top of the bare environment every app of a story gets. */
  env?: Readonly<Record<string, string>>
}

export interface DoorApp {
  readonly door: DoorName
  readonly dataDir: string
  /** The page of the running app; another one after `relaunch`. */
  readonly page: Page
  /** The process that holds the host. */
  readonly pid: number
  /** What it wrote to standard error since it was started last. */
  log(): string
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
  /** Starts again on the same data folder, after `kill` or `close`. */
  relaunch(): Promise<void>
  /** Ends it as a person would. */
  close(): Promise<void>
}
