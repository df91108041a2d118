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
/** Nodes of the tree of pages that are looked at, and how far around each: a hostile file shall not make anybody wait. */
const MOST_NODES = 2_000
const NEAR_CHARS = 16_000
const HEAD_CHARS = 2_000

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
  let nodes = 0
  for (const part of parts) {
    for (const { index } of part.matchAll(/\/Type\s*\/Pages\b/g)) {
      if (++nodes > MOST_NODES) break
      most = Math.max(most, countNear(part, index))
    }
    single += part.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0
  }
  const pages = most > 0 ? most : single
  return pages > 0 ? pages : null
}

/** `/Count` stands in the same dictionary, before its type or behind it; a list of the pages may stand between. */
function countNear(part: string, at: number): number {
  const before = part.slice(Math.max(0, at - NEAR_CHARS), at)
  const behind = part.slice(at, at + NEAR_CHARS)
  const begins = Math.max(before.lastIndexOf('obj'), before.lastIndexOf('>>'), 0)
  const ends = behind.indexOf('endobj')
  const near = before.slice(begins) + (ends < 0 ? behind : behind.slice(0, ends))
  return [...near.matchAll(/\/Count\s+(\d{1,7})/g)].reduce((most, [, count]) => Math.max(most, Number(count)), 0)
}

/** Since version 1.5 objects may stand in packed parts. */
async function packedParts(buffer: Buffer, text: string): Promise<string[]> {
  const parts: string[] = []
  let room = ALL_BYTES
  let looked = 0
  for (const { index } of text.matchAll(/\/Type\s*\/ObjStm\b/g)) {
    if (++looked > MOST_PARTS || room <= 0) break
    const start = /stream\r?\n/.exec(text.slice(index, index + HEAD_CHARS))
    if (!start) continue
    const from = index + start.index + start[0].length
    const end = text.indexOf('endstream', from)
    if (end < 0) break
    const part = await unpacked(buffer.subarray(from, end), Math.min(room, PART_BYTES))
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
