import { firstPart, lastPart } from '../text/well-formed'

/** Small pieces are joined up to this size, so that a drip of single characters stays a short list. */
const PIECE_CHARS = 4096

/** Keeps the beginning and the end of a text that grows without bound. */
export class HeadTail {
  private headText = ''
  private readonly pieces: string[] = []
  private tailChars = 0
  private total = 0

  constructor(
    private readonly headChars: number,
    private readonly maxTailChars: number,
  ) {}

  push(text: string): void {
    this.total += text.length
    // Once something went to the tail, nothing goes to the head any more: a cut before half a character left room there.
    const fit = this.tailChars === 0 ? firstPart(text, this.headChars - this.headText.length) : ''
    this.headText += fit
    this.pushTail(text.slice(fit.length))
  }

  /** All of it, or its beginning and end with how many characters are missing between them. */
  read(): { head: string; tail: string; dropped: number } {
    const tail = lastPart(this.pieces.join(''), this.maxTailChars)
    const dropped = this.total - this.headText.length - tail.length
    return { head: this.headText, tail, dropped }
  }

  private pushTail(text: string): void {
    if (text === '') return
    const last = this.pieces.at(-1)
    if (last !== undefined && last.length < PIECE_CHARS) this.pieces[this.pieces.length - 1] = last + text
    else this.pieces.push(text)
    this.tailChars += text.length
    while (this.tailChars - (this.pieces[0]?.length ?? 0) >= this.maxTailChars) {
      this.tailChars -= this.pieces.shift()?.length ?? 0
    }
  }
}
