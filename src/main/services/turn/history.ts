// Appending to a thread's history: positions, message numbers and hash-chain links come from here only.
import { chainLevels, chainOf, nextLink } from '../../../core/wire/hash-chain'
import { blocksInEpoch } from '../../../core/wire/wire-block'
import type { BlockOrigin, BlockRecord, BlockRole, EpochRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

export interface BlockToAppend {
  role: BlockRole
  origin: BlockOrigin
  type: string
  json: string
  toolUseId: string | null
}

type HistoryParts = Pick<HostParts, 'store' | 'hash'>

/** The chain's last link before the next block of a thread, in its present epoch. */
export function chainTip(parts: HistoryParts, threadId: string, epoch: EpochRecord): string {
  const { store, hash } = parts
  const snapshot = store.snapshots.get(epoch.snapshotId)
  if (!snapshot) throw new Error(`no snapshot ${epoch.snapshotId}`)
  const last = store.blocks.last(threadId)
  if (last && last.position >= epoch.firstPosition) {
    const written = store.epochs.covering(threadId, last.position)
    if (written && continues(written, epoch)) return last.link
  }
  const start = chainLevels(snapshot.text, snapshot.betas, hash).parameters
  return chainOf(start, blocksInEpoch(store.blocks.history(threadId), epoch), hash).at(-1) ?? start
}

/** Whether a later epoch sends the blocks of an earlier one with the same prefix (a fork's clone does). */
function continues(a: EpochRecord, b: EpochRecord): boolean {
  return a.snapshotId === b.snapshotId && a.firstPosition === b.firstPosition && a.thinkingFrom === b.thinkingFrom
}

/** Appends sealed blocks; to be called within a commit. */
export function appendBlocks(
  parts: HistoryParts,
  thread: { id: string },
  turnId: string,
  epoch: EpochRecord,
  blocks: readonly BlockToAppend[],
): BlockRecord[] {
  const { store, hash } = parts
  let link = chainTip(parts, thread.id, epoch)
  const last = store.blocks.last(thread.id)
  let position = store.blocks.count(thread.id)
  let message = last?.message ?? -1
  let role: BlockRole | null = last?.role ?? null
  const records = blocks.map((block): BlockRecord => {
    if (block.role !== role) {
      role = block.role
      message++
    }
    link = nextLink(link, block.role, block.json, hash)
    return { ...block, threadId: thread.id, turnId, position: position++, message, link }
  })
  store.blocks.append(records)
  return records
}
