// The exact text of a request, built again from what is stored of it.
import { buildRequest } from '../../../core/wire/build-request'
import { blocksInEpoch } from '../../../core/wire/wire-block'
import { FailureError } from '../../../shared/contract/failure'
import type { RequestRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

/** What of a row decides the bytes of its body. */
export type BodyRow = Pick<
  RequestRecord,
  'id' | 'threadId' | 'epochId' | 'endPosition' | 'markers' | 'ttl' | 'tailJson' | 'purpose'
>

/**
 * The body of a row, from its snapshot, blocks and marker positions.
 *
 * @throws FailureError `store.unreadable` where its snapshot is missing
 */
export function rebuildBody({ store }: Pick<HostParts, 'store'>, row: BodyRow): string {
  const epoch = store.epochs.get(row.epochId)
  const snapshot = epoch ? store.snapshots.get(epoch.snapshotId) : undefined
  if (!epoch || !snapshot)
    throw new FailureError('store.unreadable', 'The snapshot of this request is missing.', { requestId: row.id })
  return buildRequest({
    snapshotText: snapshot.text,
    blocks: blocksInEpoch(store.blocks.history(row.threadId, 0, row.endPosition), epoch),
    markers: row.markers,
    ttl: row.ttl,
    tailJson: row.tailJson,
    answer: row.purpose === 'keep-warm' ? 'none' : 'stream',
  })
}
