// Rule 5, asserted before every send: a request repeats what was sent before. Where it does not, this says where and why.
import { firstDifference, sealedDifference } from '../../../core/wire/first-difference'
import { writeFirstDifference } from '../../../shared/domain/first-difference'
import type { BlockRecord, RequestRecord, SnapshotRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { ReadyEpoch } from './epochs'

type DifferenceParts = Pick<HostParts, 'store' | 'log'>

/**
 * Where a request leaves the prefix it should repeat, as a line of `first-difference`; null: it repeats it. Within an epoch
 * that is a defect, and logged; at the first request of an epoch a person chose it, and sees what that costs.
 *
 * @param links the recomputed chain, one link per block
 */
export function prefixDifference(
  parts: DifferenceParts,
  thread: ThreadRecord,
  ready: ReadyEpoch,
  blocks: readonly BlockRecord[],
  links: readonly string[],
): string | null {
  const defect = sealedDifference(blocks, links, ready.epoch.startPosition)
  if (!defect) return choiceDifference(parts, thread, ready)
  const line = writeFirstDifference({ ...defect, newEpoch: false })
  logIncident(parts.log, 'wire.prefix-changed', new Error(line), { threadId: thread.id })
  return line
}

/** What a person changed since the request before this one; of a fork's first, since the parent's at the branch point. */
function choiceDifference({ store }: DifferenceParts, thread: ThreadRecord, { epoch, snapshot }: ReadyEpoch) {
  const { parentId, branchPosition } = thread
  const previous: RequestRecord | undefined = store.requests.last(thread.id)
  const inherited = parentId && branchPosition > 0 ? store.epochs.covering(parentId, branchPosition - 1) : undefined
  const before = previous ? store.epochs.get(previous.epochId) : inherited
  const old = before && before.id !== epoch.id ? store.snapshots.get(before.snapshotId) : undefined
  if (!old || old.id === snapshot.id) return null
  const difference = firstDifference(headOf(old), headOf(snapshot))
  return difference && writeFirstDifference({ ...difference, newEpoch: true })
}

function headOf({ text, betas }: SnapshotRecord) {
  return { snapshotText: text, betas, blocks: [] }
}
