// Owns the blocks that were read or written lately, so that a history that many forks share is in memory once.
import type { BlockRecord } from '../records'

/** What a thread itself stores, from its branch point on: without gaps, and only ever longer. */
export interface OwnBlocks {
  readonly from: number
  readonly blocks: readonly BlockRecord[]
}

/** About as many characters of blocks as are kept: the longest conversations a model takes, several times over. */
const MOST_CHARS = 32 * 1024 * 1024

interface Entry {
  from: number
  blocks: BlockRecord[]
  chars: number
}

/** Blocks never change once they are committed, so what is kept is as good as what is stored. */
export class KeptBlocks {
  /** The least recently used first. */
  private readonly entries = new Map<string, Entry>()
  private readonly mostChars: number
  private chars = 0

  constructor(mostChars = MOST_CHARS) {
    this.mostChars = mostChars
  }

  get(threadId: string): OwnBlocks | undefined {
    const entry = this.entries.get(threadId)
    if (!entry) return undefined
    this.entries.delete(threadId)
    this.entries.set(threadId, entry)
    return entry
  }

  /** Keeps all that a thread stores; the longest unused ones go for it. */
  keep(threadId: string, from: number, blocks: readonly BlockRecord[]): OwnBlocks {
    this.forget(threadId)
    const entry = { from, blocks: blocks.map((block) => Object.freeze(block)), chars: charsOf(blocks) }
    this.entries.set(threadId, entry)
    this.chars += entry.chars
    this.makeRoom(threadId)
    return entry
  }

  /** A block was written: kept when what stands before it is. To be forgotten again when its commit fails. */
  append(block: BlockRecord): void {
    const entry = this.entries.get(block.threadId)
    if (!entry) return
    entry.blocks.push(Object.freeze({ ...block }))
    entry.chars += block.json.length
    this.chars += block.json.length
    this.makeRoom(block.threadId)
  }

  forget(threadId: string): void {
    const entry = this.entries.get(threadId)
    if (!entry) return
    this.chars -= entry.chars
    this.entries.delete(threadId)
  }

  private makeRoom(except: string): void {
    for (const threadId of this.entries.keys()) {
      if (this.chars <= this.mostChars) return
      if (threadId !== except) this.forget(threadId)
    }
  }
}

function charsOf(blocks: readonly BlockRecord[]): number {
  return blocks.reduce((sum, { json }) => sum + json.length, 0)
}
