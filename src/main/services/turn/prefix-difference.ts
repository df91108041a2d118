// Rule 5, asserted before every send: a request repeats what was sent before. Where it does not, this says where and why.
import { firstDifference, sealedDifference } from '../../../core/wire/first-difference'
import { isImportSnapshot } from '../../../core/wire/import-snapshot'
import { writeFirstDifference } from '../../../shared/domain/first-difference'
import type { BlockRecord, RequestRecord, SnapshotRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { ReadyEpoch } from './epochs'

type DifferenceParts = Pick<HostParts, 'store' | 'log'>

export interface PlannedPrefix {
  thread: ThreadRecord
  ready: ReadyEpoch
  /** The request of the thread before this one. */
  previous: RequestRecord | undefined
  blocks: readonly BlockRecord[]
  /** The recomputed chain, one link per block. */
  links: readonly string[]
}

/**
 * Where a request leaves the prefix it should repeat, as a line of `first-difference`; null: it repeats it. Within an epoch
 * that is a defect, and logged; at the first request of an epoch a person chose it, and sees what that costs.
 */
export function prefixDifference(parts: DifferenceParts, planned: PlannedPrefix): string | null {
  const { thread, ready, blocks, links } = planned
  const defect = sealedDifference(blocks, links, ready.epoch.startPosition)
  if (!defect) return choiceDifference(parts, planned)
  const line = writeFirstDifference({ ...defect, newEpoch: false })
  logIncident(parts.log, 'wire.prefix-changed', new Error(line), { threadId: thread.id })
  return line
}

/** What a person changed since the request before this one; of a fork's first, since the parent's at the branch point. */
function choiceDifference({ store }: DifferenceParts, { thread, ready, previous }: PlannedPrefix): string | null {
  const { epoch, snapshot } = ready
  const { parentId, branchPosition } = thread
  const inherited = () =>
    parentId && branchPosition > 0 ? store.epochs.covering(parentId, branchPosition - 1) : undefined
  const before = previous ? store.epochs.get(previous.epochId) : inherited()
  const old = before && before.id !== epoch.id ? store.snapshots.get(before.snapshotId) : undefined
  // What was said elsewhere was never sent from here: nothing changed.
  if (!old || old.id === snapshot.id || isImportSnapshot(old)) return null
  const difference = firstDifference(headOf(old), headOf(snapshot))
  return difference && writeFirstDifference({ ...difference, newEpoch: true })
}

function headOf({ text, betas }: SnapshotRecord) {
  return { snapshotText: text, betas, blocks: [] }
}
