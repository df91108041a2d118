import type { Ancestor } from '../ancestry'
import type { Connection } from '../connection'
import { choice, type Fields, integer, nullable, text } from '../fields'
import type { BlockRecord } from '../records'
import { openRows } from '../rows'
import { openScalar } from '../scalar'
import { unreadable } from '../store-failure'
import { KeptBlocks, type OwnBlocks } from './kept-blocks'

/**
 * The wire's blocks. They are only ever appended: the database itself refuses to change or delete one. A block that cannot be
 * read makes every read over it throw `store.unreadable`, since a history with a hole must never be sent.
 */
export interface BlockTable {
  append(blocks: readonly BlockRecord[]): void
  /**
   * The blocks of the history (ancestors up to their branch points, then own) by position.
   *
   * @param fromPosition inclusive; 0 when left out
   * @param below exclusive; the end of the history when left out
   */
  history(threadId: string, fromPosition?: number, below?: number): BlockRecord[]
  /** Only the blocks the thread itself stores, by position. */
  own(threadId: string): BlockRecord[]
  /** The last block of the history. */
  last(threadId: string): BlockRecord | undefined
  /** The block of the history at a position. */
  at(threadId: string, position: number): BlockRecord | undefined
  /** How many blocks the history has: the position the next block gets. */
  count(threadId: string): number
}

const fields: Fields<BlockRecord> = {
  threadId: text('thread_id'),
  position: integer('position'),
  message: integer('message'),
  role: choice('role', ['user', 'assistant']),
  origin: choice('origin', ['model', 'tool', 'person', 'app', 'import']),
  type: text('type'),
  json: text('json'),
  turnId: text('turn_id'),
  toolUseId: nullable(text('tool_use_id')),
  link: text('link'),
}

export function openBlocks(
  connection: Connection,
  ancestors: (threadId: string) => readonly Ancestor[],
  kept = new KeptBlocks(),
): BlockTable {
  const { gate } = connection
  const rows = openRows(connection, 'blocks', ['thread_id', 'position'], fields)
  const range = rows.select('WHERE thread_id = ? AND position >= ? AND position < ? ORDER BY position')
  const start = openScalar(connection, 'SELECT branch_position FROM threads WHERE id = ?')
  // A thread that has no block of its own yet ends where it left its parent.
  const storedCount = openScalar(
    connection,
    `SELECT coalesce((SELECT max(position) + 1 FROM blocks WHERE thread_id = threads.id), branch_position)
     FROM threads WHERE id = ?`,
  )

  function whole(threadId: string, from: number, below: number, blocks: BlockRecord[]): BlockRecord[] {
    const complete =
      blocks.length === Math.max(0, below - from) && blocks.every((block, n) => block.position === from + n)
    if (!complete) throw unreadable(connection.db.name, `a block of ${threadId} is missing or unreadable`)
    return blocks
  }

  /** What a thread stores itself between two positions. Around a block that cannot be read, the others still can. */
  function part(threadId: string, from: number, below: number): readonly BlockRecord[] {
    const own = kept.get(threadId) ?? keepAll(threadId)
    if (!own) return range.all(threadId, from, below)
    return own.blocks.slice(Math.max(0, from - own.from), Math.max(0, below - own.from))
  }

  function keepAll(threadId: string): OwnBlocks | undefined {
    const from = start(threadId)
    const blocks = range.all(threadId, from, Number.MAX_SAFE_INTEGER)
    const unbroken = blocks.length > 0 && blocks.every((block, n) => block.position === from + n)
    return unbroken && from + blocks.length === storedCount(threadId) ? kept.keep(threadId, from, blocks) : undefined
  }

  function count(threadId: string): number {
    const own = kept.get(threadId)
    return own ? own.from + own.blocks.length : storedCount(threadId)
  }

  function history(threadId: string, from = 0, wanted = Number.MAX_SAFE_INTEGER): BlockRecord[] {
    const below = Math.min(wanted, count(threadId))
    // Each ancestor's part follows the one of the ancestor above it, so nothing has to be sorted.
    const parts = ancestors(threadId).map((on) => part(on.threadId, from, Math.min(on.below, below)))
    return whole(threadId, from, below, parts.flat())
  }

  return {
    append(blocks) {
      let last: BlockRecord | undefined
      for (const block of blocks) {
        const position = last?.threadId === block.threadId ? last.position + 1 : count(block.threadId)
        last = block
        if (block.position !== position)
          throw new Error(`blocks: ${block.threadId} ends at ${position}, not at ${block.position}`)
        rows.insert(block)
        gate.onFailure(() => kept.forget(block.threadId))
        kept.append(block)
      }
    },
    history,
    own(threadId) {
      const [from, below] = [start(threadId), count(threadId)]
      return whole(threadId, from, below, [...part(threadId, from, below)])
    },
    last: (threadId) => history(threadId, Math.max(0, count(threadId) - 1))[0],
    at: (threadId, position) => (position < 0 ? undefined : history(threadId, position, position + 1)[0]),
    count,
  }
}
