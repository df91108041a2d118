// Checks a foreign history as a whole: that its blocks follow each other, that its chain is whole, and that a server would take it.
import { chainLevels, chainOf, nextLink } from '../wire/hash-chain'
import { type BlockFacts, factsOfBlock, type MessageFacts } from '../wire/request-facts'
import { checkFacts } from '../wire/validate'
import { blocksInEpoch } from '../wire/wire-block'
import type { Hash } from '../wire/wire-snapshot'
import type { DraftBlock, DraftEpoch, DraftSnapshot, DraftThread } from './draft-rows'

interface Kept {
  position: number
  role: DraftBlock['role']
  type: string
  json: string
  link: string
}

interface KeptThread {
  parent: KeptThread | null
  from: number
  blocks: Kept[]
  epochs: DraftEpoch[]
}

/** Thrown with the reason, in words. */
export class BrokenHistory extends Error {
  override readonly name = 'BrokenHistory'
}

export class HistoryCheck {
  private readonly threads = new Map<string, KeptThread>()
  private readonly starts = new Map<string, string>()

  private readonly hash: Hash

  constructor(hash: Hash) {
    this.hash = hash
  }

  addSnapshot({ id, text, betas }: DraftSnapshot): void {
    this.starts.set(id, chainLevels(text, betas, this.hash).parameters)
  }

  /** Answers the link at the thread's branch point. */
  addThread({ id, parentId, branchPosition }: DraftThread): string | null {
    const parent = parentId === null ? null : this.threads.get(parentId)
    if (parent === undefined) throw new BrokenHistory(`the thread ${id} has a parent that does not stand before it`)
    const thread = { parent, from: branchPosition, blocks: [], epochs: [] }
    if (parent === null && branchPosition !== 0) throw new BrokenHistory(`the thread ${id} begins nowhere`)
    this.threads.set(id, thread)
    const before = branchPosition === 0 ? undefined : at(thread, branchPosition - 1)
    if (branchPosition > 0 && !before)
      throw new BrokenHistory(`the thread ${id} leaves its parent where that has not come`)
    return before?.link ?? null
  }

  addEpoch(epoch: DraftEpoch): void {
    const thread = this.threads.get(epoch.threadId)
    if (!thread || !this.starts.has(epoch.snapshotId))
      throw new BrokenHistory(`the epoch ${epoch.id} belongs to nothing`)
    if (epoch.firstPosition > epoch.startPosition) throw new BrokenHistory(`the epoch ${epoch.id} begins behind itself`)
    thread.epochs.push(epoch)
  }

  /** Takes the next block of a thread; answers its link. */
  addBlock({ threadId, position, role, type, json }: DraftBlock): string {
    const thread = this.threads.get(threadId)
    if (!thread) throw new BrokenHistory(`a block of ${threadId} belongs to no thread`)
    if (position !== thread.from + thread.blocks.length)
      throw new BrokenHistory(`the blocks of ${threadId} have a gap at ${position}`)
    const epoch = covering(thread, position)
    if (!epoch) throw new BrokenHistory(`the block ${position} of ${threadId} is in no epoch`)
    const link = nextLink(this.tip(thread, position, epoch), role, json, this.hash)
    thread.blocks.push({ position, role, type, json, link })
    return link
  }

  /** Checks every thread in each of its epochs, as if it were sent. */
  finish(): void {
    for (const [id, thread] of this.threads) {
      const blocks = history(thread)
      const epochs = thread.epochs.length > 0 ? thread.epochs : [covering(thread, Number.MAX_SAFE_INTEGER - 1)]
      for (const [n, epoch] of epochs.entries()) {
        if (!epoch) continue
        const end = epochs[n + 1]?.startPosition ?? Number.MAX_SAFE_INTEGER
        const problem = problemOf(blocksInEpoch(blocks, epoch).filter(({ position }) => position < end))
        if (problem) throw new BrokenHistory(`the history of ${id} is not valid: ${problem}`)
      }
    }
  }

  private tip(thread: KeptThread, position: number, epoch: DraftEpoch): string {
    const start = this.starts.get(epoch.snapshotId) ?? ''
    const last = position > epoch.firstPosition ? at(thread, position - 1) : undefined
    if (!last) return start
    const written = covering(thread, last.position)
    if (written && continues(written, epoch)) return last.link
    return chainOf(start, blocksInEpoch(history(thread), epoch), this.hash).at(-1) ?? start
  }
}

function continues(a: DraftEpoch, b: DraftEpoch): boolean {
  return a.snapshotId === b.snapshotId && a.firstPosition === b.firstPosition && a.thinkingFrom === b.thinkingFrom
}

/** The block of a history at a position, above which nothing of an ancestor counts. */
function at(thread: KeptThread, position: number): Kept | undefined {
  for (let on: KeptThread | null = thread; on; on = on.parent)
    if (position >= on.from) return on.blocks[position - on.from]
  return undefined
}

function history(thread: KeptThread): Kept[] {
  const parts: Kept[][] = []
  let below = Number.MAX_SAFE_INTEGER
  for (let on: KeptThread | null = thread; on; on = on.parent) {
    parts.unshift(on.blocks.slice(0, Math.max(0, below - on.from)))
    below = Math.min(below, on.from)
  }
  return parts.flat()
}

/** The epoch of a history that a position belongs to: as the store finds it. */
function covering(thread: KeptThread, position: number): DraftEpoch | undefined {
  let below = Number.MAX_SAFE_INTEGER
  for (let on: KeptThread | null = thread; on; on = on.parent) {
    const limit = Math.min(below, position + 1)
    const epoch = on.epochs.findLast(({ startPosition }) => startPosition < limit)
    if (epoch) return epoch
    below = Math.min(below, on.from)
  }
  return undefined
}

/** The tools are the snapshot's; that calls have none is another matter. */
const SOME_TOOL = [{ name: 'any', marker: null }]

function problemOf(blocks: readonly Kept[]): string | null {
  if (blocks.length === 0) return null
  const messages: { role: string; content: BlockFacts[] }[] = []
  for (const { role, json } of blocks) {
    const facts = factsOfBlock(JSON.parse(json) as object)
    if (facts.marker !== null) return 'a block bears a cache marker'
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(facts)
    else messages.push({ role, content: [facts] })
  }
  const violation = checkFacts({ tools: SOME_TOOL, system: [], messages: answered(messages) }, true)
  return violation && `${violation.path}: ${violation.message}`
}

/** Results that are known and not sealed yet stand in no block: as if they were. */
function answered(messages: readonly MessageFacts[]): MessageFacts[] {
  const last = messages.at(-1)
  const open = last?.role === 'assistant' ? last.content.filter(({ type }) => type === 'tool_use') : []
  if (open.length === 0) return [...messages]
  const results = open.map(({ id }) => ({ type: 'tool_result', toolUseId: id, blank: false, marker: null, parts: [] }))
  return [...messages, { role: 'user', content: results }]
}
