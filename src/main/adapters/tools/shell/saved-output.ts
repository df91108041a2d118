// The file that holds all of an output too long to return.

import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { grouped } from '../text/well-formed'

export interface OutputFlow {
  pause(): void
  resume(): void
}

/**
 * Appends bytes to a new file, up to a cap; asks the flow to wait while the disk cannot keep up. A file that cannot be
 * written costs nobody the command: `note` then says that it is incomplete.
 */
export class SavedOutput {
  private readonly stream: WriteStream
  private bytes = 0
  private failure: string | null = null
  private capped = false

  constructor(
    readonly path: string,
    private readonly maxBytes: number,
    private readonly flow: OutputFlow,
  ) {
    this.stream = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    this.stream.on('drain', () => flow.resume())
    this.stream.on('error', (error: NodeJS.ErrnoException) => {
      this.failure = error.code ?? error.name
      flow.resume()
    })
  }

  write(chunk: Buffer): void {
    if (this.failure !== null || this.capped) return
    const part = chunk.subarray(0, this.maxBytes - this.bytes)
    this.capped = part.length < chunk.length
    this.bytes += part.length
    if (!this.stream.write(part)) this.flow.pause()
  }

  async close(): Promise<void> {
    if (this.failure !== null || this.stream.closed) return
    this.stream.end()
    await once(this.stream, 'close')
  }

  /** Where the output is and how much of it. */
  get note(): string {
    if (this.failure !== null) return `the whole output could not be saved (${this.failure})`
    const amount = this.capped ? `its first ${grouped(this.maxBytes)} bytes are` : 'all of it is'
    return `${amount} in ${this.path}`
  }
}
