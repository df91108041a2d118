// Lines of JSON as they come from a server, put together from pieces and bounded in size.
import { Buffer } from 'node:buffer'

/** Room for the largest results: images as base64, several in one message. */
export const MOST_MESSAGE_BYTES = 16 * 1024 * 1024

const NEWLINE = 0x0a

export class MessageLines {
  private pieces: Buffer[] = []
  private size = 0

  /**
   * Takes a piece and answers the lines it completes.
   *
   * @throws RangeError when a line grows beyond `MOST_MESSAGE_BYTES`
   */
  add(chunk: Buffer): string[] {
    const lines: string[] = []
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      this.keep(chunk.subarray(from, at))
      lines.push(this.take())
      from = at + 1
    }
    this.keep(chunk.subarray(from))
    return lines
  }

  private keep(piece: Buffer): void {
    if (piece.length === 0) return
    this.size += piece.length
    if (this.size > MOST_MESSAGE_BYTES) throw new RangeError(`a message is larger than ${MOST_MESSAGE_BYTES} bytes`)
    this.pieces.push(piece)
  }

  private take(): string {
    const line = Buffer.concat(this.pieces)
    this.pieces = []
    this.size = 0
    return line.toString('utf8').trim()
  }
}
