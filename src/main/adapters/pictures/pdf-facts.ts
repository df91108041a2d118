// The few facts of a PDF that decide whether it is taken: no library, since nothing of it is drawn.
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

export interface PdfFacts {
  /** Whether it ends as it must. */
  complete: boolean
  encrypted: boolean
  /** Null where they cannot be counted. */
  pages: number | null
}

const unpack = promisify(inflate)
/** Writers put a little behind the end; more than this is no end. */
const END_BYTES = 2048
/** What one packed part may come to, and all of them: they are small in honest files. */
const PART_BYTES = 8 * 1024 * 1024
const ALL_BYTES = 64 * 1024 * 1024
const MOST_PARTS = 5_000

/** Reads the facts of a PDF. Never fails: what cannot be read is not known. */
export async function pdfFacts(bytes: Uint8Array): Promise<PdfFacts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = buffer.subarray(-END_BYTES).toString('latin1')
  const text = buffer.toString('latin1')
  const parts = [text, ...(await packedParts(buffer, text))]
  return {
    complete: end.includes('%%EOF') && end.includes('startxref'),
    encrypted: /\/Encrypt\s+\d+\s+\d+\s+R|\/Encrypt\s*<</.test(text),
    pages: countPages(parts),
  }
}

/** The root of the pages says how many there are; where none says it, each page is counted. */
function countPages(parts: readonly string[]): number | null {
  let most = 0
  let single = 0
  for (const part of parts) {
    for (const { index } of part.matchAll(/\/Type\s*\/Pages\b/g)) most = Math.max(most, countNear(part, index))
    single += part.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0
  }
  const pages = most > 0 ? most : single
  return pages > 0 ? pages : null
}

/** `/Count` stands in the same dictionary, before its type or behind it. */
function countNear(part: string, at: number): number {
  const from = Math.max(part.lastIndexOf('obj', at), part.lastIndexOf('>>', at - 1), at - 4_000, 0)
  const ends = part.indexOf('endobj', at)
  const counts = [
    ...part.slice(from, ends < 0 ? at + 4_000 : Math.min(ends, at + 200_000)).matchAll(/\/Count\s+(\d{1,7})/g),
  ]
  return counts.reduce((most, [, count]) => Math.max(most, Number(count)), 0)
}

/** Since version 1.5 objects may stand in packed parts. */
async function packedParts(buffer: Buffer, text: string): Promise<string[]> {
  const parts: string[] = []
  let room = ALL_BYTES
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm\b/g)) {
    if (parts.length >= MOST_PARTS || room <= 0) break
    const begin = /stream\r?\n/g
    begin.lastIndex = index
    const start = begin.exec(text)
    const end = start ? text.indexOf('endstream', begin.lastIndex) : -1
    if (!start || end < 0) continue
    const part = await unpacked(buffer.subarray(begin.lastIndex, end), Math.min(room, PART_BYTES))
    room -= part.length
    parts.push(part)
  }
  return parts
}

async function unpacked(part: Buffer, maxOutputLength: number): Promise<string> {
  try {
    return (await unpack(part, { maxOutputLength, finishFlush: 2 })).toString('latin1')
  } catch (error) {
    // Packed otherwise, damaged, or larger than any honest one: what stands in it is not known.
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}
