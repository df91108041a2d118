// Owns the beginnings of bodies that were sent lately, as bytes and as a hash under way: what two requests share is written out, encoded
// and hashed once.
import { createHash, type Hash } from 'node:crypto'
import { blocksText, endText, headText, type RequestParts } from '../../../core/wire/build-request'

export interface BuiltBody {
  /** The exact bytes of what `buildRequest` answers for the same parts. */
  body: Uint8Array
  /** SHA-256 of them, hexadecimal. */
  bodyHash: string
}

interface Beginning {
  bytes: Buffer
  /** Has taken these bytes, and is only ever copied. */
  hash: Hash
}

/** So much of bodies is kept: the longest ones, a few times over. */
const MOST_BYTES = 16 * 1024 * 1024
/** How far back from its first marker a request looks for what a request before it has sent. */
const MOST_STEPS = 256

/**
 * A beginning is known by the link of the chain at its end, which stands for all that is sent up to there, with what the chain
 * does not cover: the rest of the snapshot, and which blocks bear markers.
 */
export class BodyMemory {
  /** By name; the least recently used first. */
  private readonly beginnings = new Map<string, Beginning>()
  private bytes = 0

  constructor(private readonly mostBytes = MOST_BYTES) {}

  /**
   * @param links the recomputed chain, one link per block
   * @param sharedEnd the position up to which siblings will send the same; null: nobody does
   */
  build(parts: RequestParts, links: readonly string[], sharedEnd: number | null): BuiltBody {
    const { blocks } = parts
    const nameOf = namer(parts, links)
    const cuts = cutsOf(parts, sharedEnd)
    const known = this.find(cuts, nameOf)
    let from = known ? known.below : 0
    const pieces = [known ? known.beginning.bytes : Buffer.from(headText(parts))]
    const hash = known ? known.beginning.hash.copy() : hashOf(pieces)
    const kept: { name: string; length: number; hash: Hash }[] = []
    let length = lengthOf(pieces)
    for (const below of cuts) {
      if (below <= from) continue
      const piece = Buffer.from(blocksText(parts, from, below))
      hash.update(piece)
      pieces.push(piece)
      length += piece.length
      kept.push({ name: nameOf(below), length, hash: hash.copy() })
      from = below
    }
    const rest = Buffer.from(`${blocksText(parts, from, blocks.length)}${endText(parts)}`)
    const body = Buffer.concat([...pieces, rest], length + rest.length)
    for (const each of kept) this.keep(each.name, { bytes: body.subarray(0, each.length), hash: each.hash })
    return { body, bodyHash: hash.update(rest).digest('hex') }
  }

  /** The longest beginning that is known, looked for where one may have been kept: at the cuts, then back from the first one. */
  private find(cuts: readonly number[], nameOf: (below: number) => string) {
    const first = cuts[0] ?? 0
    const back = Array.from({ length: Math.min(first, MOST_STEPS) }, (_, n) => first - n)
    for (const below of [...cuts.slice(1).reverse(), ...back]) {
      const name = nameOf(below)
      const beginning = this.beginnings.get(name)
      if (!beginning) continue
      this.beginnings.delete(name)
      this.beginnings.set(name, beginning)
      return { below, beginning }
    }
    return null
  }

  private keep(name: string, beginning: Beginning): void {
    this.drop(name)
    this.beginnings.set(name, beginning)
    this.bytes += beginning.bytes.length
    for (const oldest of this.beginnings.keys()) {
      if (this.bytes <= this.mostBytes) return
      this.drop(oldest)
    }
  }

  private drop(name: string): void {
    this.bytes -= this.beginnings.get(name)?.bytes.length ?? 0
    this.beginnings.delete(name)
  }
}

/**
 * Where others may go on: before the first marker, since the next request bears its markers elsewhere; and behind what siblings
 * share, markers and all. As numbers of blocks, ascending, none of them 0.
 */
function cutsOf({ blocks, markers }: RequestParts, sharedEnd: number | null): number[] {
  const indexOf = (position: number) => blocks.findLastIndex((block) => block.position === position)
  const [firstMarked] = markers.positions
  const unmarked = firstMarked === undefined ? blocks.length : indexOf(firstMarked)
  const shared = sharedEnd === null ? 0 : indexOf(sharedEnd) + 1
  return [...new Set([unmarked, shared])].filter((below) => below > 0).sort((a, b) => a - b)
}

/** Names beginnings by how many blocks they hold. */
function namer({ snapshotText, blocks, markers, ttl, answer }: RequestParts, links: readonly string[]) {
  const marked = new Set(markers.positions)
  const indices = blocks.flatMap((block, index) => (marked.has(block.position) ? [index] : []))
  const head = `${answer === 'none'} ${ttl} ${markers.system} ${snapshotText}`
  const headName = createHash('sha256').update(head).digest('base64')
  return (below: number) => `${headName} ${links[below - 1]} ${indices.filter((index) => index < below).join()}`
}

function hashOf(pieces: readonly Buffer[]): Hash {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}
