// What a command printed: as live text, as the part worth returning, and as a file when that is not all of it.

import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import { OUTPUT_FILE_BYTES, OUTPUT_HEAD_CHARS, OUTPUT_TAIL_CHARS } from '../limits'
import { coloursOf } from '../text/colours-of'
import { grouped, wellFormed } from '../text/well-formed'
import { HeadTail } from './head-tail'
import { type OutputFlow, SavedOutput } from './saved-output'

const KEPT_BYTES = OUTPUT_HEAD_CHARS + OUTPUT_TAIL_CHARS

export class CapturedOutput {
  private readonly decoder = new StringDecoder('utf8')
  private readonly whole = new HeadTail(OUTPUT_HEAD_CHARS, OUTPUT_TAIL_CHARS)
  private unread = new HeadTail(OUTPUT_HEAD_CHARS, OUTPUT_TAIL_CHARS)
  /** All bytes so far, as long as they are few enough to return. */
  private early: Buffer[] = []
  private bytes = 0
  private saved: SavedOutput | null = null
  /** Hears text as it comes; a character split between chunks comes with the second. */
  listener: ((text: string) => void) | null = null
  /** Asked to wait while the file cannot be written as fast as output comes. */
  flow: OutputFlow | null = null

  /** @param path where the whole goes once it is too long */
  constructor(private readonly path: string) {}

  /** How many bytes came so far. */
  get byteCount(): number {
    return this.bytes
  }

  push(chunk: Buffer): void {
    this.bytes += chunk.length
    this.save(chunk)
    this.keep(this.decoder.write(chunk))
  }

  /** Call once, when nothing will come any more; resolves when the file is complete. */
  async end(): Promise<void> {
    this.keep(this.decoder.end())
    await this.saved?.close()
  }

  /** All output, or its beginning and end and where the rest is. */
  readAll(): string {
    return this.shown(this.whole)
  }

  /** The same of what came since the last time this was asked. */
  readNew(): string {
    const text = this.shown(this.unread)
    this.unread = new HeadTail(OUTPUT_HEAD_CHARS, OUTPUT_TAIL_CHARS)
    return text
  }

  /** The end of the output with its colours and nothing else a terminal would obey; null where there are none. */
  readColours(): string | null {
    const { head, tail, dropped } = this.whole.read()
    return coloursOf(dropped === 0 ? head + tail : tail)
  }

  private keep(decoded: string): void {
    if (decoded === '') return
    const text = wellFormed(decoded)
    this.whole.push(text)
    this.unread.push(text)
    this.listener?.(text)
  }

  private save(chunk: Buffer): void {
    if (this.saved !== null) {
      this.saved.write(chunk)
      return
    }
    this.early.push(chunk)
    if (this.bytes <= KEPT_BYTES) return
    const flow = { pause: () => this.flow?.pause(), resume: () => this.flow?.resume() }
    this.saved = new SavedOutput(this.path, OUTPUT_FILE_BYTES, flow)
    this.saved.write(Buffer.concat(this.early))
    this.early = []
  }

  private shown(kept: HeadTail): string {
    const { head, tail, dropped } = kept.read()
    // Colours and cursor movements, which programs send although no terminal is there.
    if (dropped === 0) return stripVTControlCharacters(head + tail)
    const where = this.saved === null ? '' : `; ${this.saved.note}`
    return `${stripVTControlCharacters(head)}\n[… ${grouped(dropped)} characters left out here${where} …]\n${stripVTControlCharacters(tail)}`
  }
}
