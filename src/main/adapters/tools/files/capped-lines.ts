// Splits a stream of bytes into lines in bounded memory: of a line that has no end only its beginning is kept.

const NEWLINE = 0x0a
const RETURN = 0x0d

export interface CappedLine {
  /** Counted from 1. */
  number: number
  /** Where it begins in the stream. */
  startByte: number
  /** Its bytes, without the line end, up to the cap. */
  bytes: Buffer
  /** How many bytes it has, without the line end. */
  length: number
  /** It ended with a carriage return before the newline. */
  crlf: boolean
}

export class CappedLines {
  private number = 1
  private startByte = 0
  private length = 0
  private lastByte = -1
  private kept: Buffer[] = []
  private keptBytes = 0

  /** @param maxBytes how much of a line is kept */
  constructor(
    private readonly maxBytes: number,
    private readonly onLine: (line: CappedLine) => void,
  ) {}

  /** Takes the next bytes; they are copied where they are kept. */
  push(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, from)
      const to = newline < 0 ? chunk.length : newline
      this.take(chunk.subarray(from, to))
      if (newline >= 0) this.endLine()
      from = to + 1
    }
  }

  /** Call once, after the last byte: a last line without line end is a line, too. */
  end(): void {
    if (this.length > 0) this.endLine()
  }

  /** How many lines have ended. */
  get count(): number {
    return this.number - 1
  }

  private take(part: Buffer): void {
    if (part.length === 0) return
    this.length += part.length
    this.lastByte = part[part.length - 1] ?? -1
    const room = this.maxBytes - this.keptBytes
    if (room <= 0) return
    const copy = Buffer.from(part.subarray(0, room))
    this.kept.push(copy)
    this.keptBytes += copy.length
  }

  private endLine(): void {
    const crlf = this.lastByte === RETURN
    const length = crlf ? this.length - 1 : this.length
    const bytes = Buffer.concat(this.kept).subarray(0, length)
    this.onLine({ number: this.number, startByte: this.startByte, bytes, length, crlf })
    this.startByte += this.length + 1
    this.number += 1
    this.length = 0
    this.lastByte = -1
    this.kept = []
    this.keptBytes = 0
  }
}
