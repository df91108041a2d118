import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { LINE_CHARS, READ_LINES, REMEMBERED_BYTES, RESULT_CHARS } from '../limits'
import { grouped, wellFormed } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { CappedLines } from './capped-lines'
import { eachChunk } from './content-hash'
import { BYTES_PER_CHAR, LineWindow } from './line-window'

export interface LinesToRead {
  offset?: number | undefined
  limit?: number | undefined
  size: number
  shown: string
  signal: AbortSignal
}

export interface ReadLines {
  text: string
  /** The hash of the whole file; null when it is too large to be remembered. */
  hash: string | null
}

/**
 * Reads a range of lines in one pass that also hashes the file, so that what was shown and what is remembered are the
 * same content. Memory is bounded whatever the file is like. Of a file too large to be remembered no more is read than
 * is shown.
 */
export async function readLines(handle: FileHandle, wanted: LinesToRead): Promise<ReadLines> {
  const hash = wanted.size <= REMEMBERED_BYTES ? createHash('sha256') : null
  const firstLine = wanted.offset ?? 1
  const window = new LineWindow({
    firstLine,
    maxLines: wanted.limit ?? READ_LINES,
    maxChars: RESULT_CHARS,
    maxLineChars: LINE_CHARS,
  })
  const lines = new CappedLines(LINE_CHARS * BYTES_PER_CHAR, (line) => window.take(line))
  await eachChunk(handle, wanted.signal, (chunk) => {
    hash?.update(chunk)
    lines.push(chunk)
    return hash !== null || window.nextLine === null
  })
  if (hash !== null || window.nextLine === null) lines.end()
  const total = hash === null && window.nextLine !== null ? null : lines.count
  if (window.shown.length === 0) return { text: nothingShown(firstLine, lines.count, wanted.shown), hash: digest(hash) }
  return { text: [...window.shown, ...notes(window, firstLine, total)].join('\n'), hash: digest(hash) }
}

function digest(hash: ReturnType<typeof createHash> | null): string | null {
  return hash === null ? null : hash.digest('hex')
}

function nothingShown(firstLine: number, total: number, shown: string): string {
  if (total === 0) return `[${shown} is empty]`
  throw new ToolRefusal(`${shown} has ${grouped(total)} lines; there is no line ${grouped(firstLine)}.`)
}

function notes(window: LineWindow, firstLine: number, total: number | null): string[] {
  const said: string[] = []
  const { nextLine, cutLine } = window
  if (nextLine !== null) {
    const of = total === null ? '' : ` of ${grouped(total)}`
    said.push(`[lines ${firstLine}–${nextLine - 1}${of}; go on with offset ${nextLine}]`)
  }
  if (cutLine !== null)
    said.push(`[to read inside line ${cutLine.number} pass from_byte, from ${cutLine.startByte} on]`)
  if (window.hasCrlf) said.push('[line ends are CRLF; edit keeps them]')
  if (window.hasInvalidUtf8)
    said.push('[not valid UTF-8: what could not be read is shown as \uFFFD, and edit refuses the file]')
  return said
}

/**
 * Reads text from a byte on, as much as one result holds, beginning and ending between characters.
 */
export async function readRaw(handle: FileHandle, from: number, size: number, shown: string): Promise<string> {
  if (from >= size) throw new ToolRefusal(`${shown} has ${grouped(size)} bytes; there is no byte ${grouped(from)}.`)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(RESULT_CHARS), 0, RESULT_CHARS, from)
  const bytes = buffer.subarray(0, bytesRead)
  const start = continuationBytes(bytes, 0)
  const end = from + bytesRead < size ? wholeCharacters(bytes) : bytes.length
  const next = from + end
  const text = wellFormed(bytes.toString('utf8', start, end))
  const rest = next < size ? `; go on with from_byte ${next}` : ''
  return `${text}\n[bytes ${grouped(from + start)}–${grouped(next - 1)} of ${grouped(size)}${rest}]`
}

/** How many bytes at a place belong to a character that began before it; at most three. */
function continuationBytes(bytes: Buffer, at: number): number {
  let count = 0
  while (count < 3 && ((bytes[at + count] ?? 0) & 0xc0) === 0x80) count += 1
  return count
}

/** The length of the bytes without an incomplete character at their end. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back < bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return needed > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
