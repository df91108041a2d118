// The lines of a file that one call shows, and what it has to say about them.
import { isUtf8 } from 'node:buffer'
import { firstPart, grouped, wellFormed } from '../text/well-formed'
import type { CappedLine } from './capped-lines'

export interface WindowOptions {
  firstLine: number
  maxLines: number
  maxChars: number
  maxLineChars: number
}

/** Enough bytes of a line for the characters that are shown: a UTF-16 unit takes at most three in UTF-8. */
export const BYTES_PER_CHAR = 3
const BYTE_ORDER_MARK = '\ufeff'

export class LineWindow {
  /** Numbered lines, ready to show. */
  readonly shown: string[] = []
  /** The first line that did not fit any more; null while all did. */
  nextLine: number | null = null
  /** The first shown line that was cut. */
  cutLine: { number: number; startByte: number } | null = null
  hasInvalidUtf8 = false
  hasCrlf = false
  private chars = 0

  constructor(private readonly options: WindowOptions) {}

  /** Takes the file's lines in order. */
  take(line: CappedLine): void {
    if (this.nextLine !== null || line.number < this.options.firstLine) return
    const text = `${line.number}\t${this.textOf(line)}`
    const full = this.shown.length >= this.options.maxLines || this.chars + text.length + 1 > this.options.maxChars
    // One line is shown whatever its length, so that reading on always gets further.
    if (full && this.shown.length > 0) {
      this.nextLine = line.number
      return
    }
    this.chars += text.length + 1
    this.shown.push(text)
    if (line.crlf) this.hasCrlf = true
  }

  private textOf(line: CappedLine): string {
    const { maxLineChars } = this.options
    const whole = line.bytes.length === line.length
    const valid = isUtf8(line.bytes)
    const decoded = line.bytes.toString('utf8')
    const text = wellFormed(line.number === 1 && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded)
    if (whole && !valid) this.hasInvalidUtf8 = true
    if (whole && text.length <= maxLineChars) return text
    this.cutLine ??= { number: line.number, startByte: line.startByte }
    return `${firstPart(text, maxLineChars)}… [line cut: it has ${grouped(line.length)} bytes]`
  }
}
