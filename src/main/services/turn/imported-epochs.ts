// An imported conversation sends under a snapshot of this machine: rendered once for the session, at its first turn or fork.
import { isImportSnapshot } from '../../../core/wire/import-snapshot'
import type { EpochRecord, SnapshotRecord, ThreadRecord } from '../../store/records'
import type { Store } from '../../store/store'
import type { HostParts } from '../host-parts'

/** Whether what an epoch holds was said elsewhere, and nothing was sent in it from here. */
export function isImported(store: Store, epoch: EpochRecord): boolean {
  const snapshot = store.snapshots.get(epoch.snapshotId)
  return snapshot !== undefined && isImportSnapshot(snapshot)
}

/** The snapshot under which an imported session sends; undefined before anything of it was. */
export function sessionSnapshot(store: Store, mainThreadId: string): SnapshotRecord | undefined {
  for (const { snapshotId } of store.epochs.ofThread(mainThreadId)) {
    const snapshot = store.snapshots.get(snapshotId)
    if (snapshot && !isImportSnapshot(snapshot)) return snapshot
  }
  return undefined
}

/**
 * The epoch in which imported blocks are sent from here: from where they were last summarised on, and without thinking, which
 * was signed for another prefix.
 *
 * @param position where what is sent in it for the first time begins
 */
export function sentEpoch(imported: EpochRecord, snapshot: SnapshotRecord, position: number): EpochRecord {
  return { ...imported, snapshotId: snapshot.id, thinkingFrom: position, startPosition: position }
}

/** Begins it for a thread; within a commit. */
export function insertSentEpoch(
  { store, ids, clock }: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  thread: ThreadRecord,
  imported: EpochRecord,
  snapshot: SnapshotRecord,
): EpochRecord {
  const epoch = {
    ...sentEpoch(imported, snapshot, store.blocks.count(thread.id)),
    id: ids.next('epoch'),
    threadId: thread.id,
    n: store.epochs.nextN(thread.id),
    createdAt: clock.now(),
  }
  store.epochs.insert(epoch)
  return epoch
}
