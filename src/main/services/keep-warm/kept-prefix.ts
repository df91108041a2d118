// What of a thread can be kept in the cache: exactly what its last answered request sent.
import type { PrefixToKeep } from '../../../core/pricing/keep-warm-price'
import { parseSnapshot } from '../../../core/wire/wire-snapshot'
import type { RequestRecord, SnapshotRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { prefixWarmUntil } from '../ledger/warmth'
import { choiceAt } from '../turn/epochs'

export interface KeptPrefix extends PrefixToKeep {
  /** The request that is repeated. */
  base: RequestRecord
  snapshot: SnapshotRecord
}

/** The prefix of a thread, or in one sentence why there is none worth keeping. */
export function prefixToKeep(store: HostParts['store'], thread: ThreadRecord): KeptPrefix | string {
  const base = store.requests.lastAnswered(thread.id)
  const warmUntil = base ? prefixWarmUntil({ store }, base) : null
  if (!base || warmUntil === null) return 'This thread has sent nothing yet.'
  const epoch = store.epochs.current(thread.id)
  const snapshot = store.snapshots.get(epoch?.snapshotId ?? '')
  if (!snapshot || base.epochId !== epoch?.id || !asksAsBefore(store, thread))
    return 'The next request of this thread begins a new prefix, so nothing is won by keeping the old one.'
  const { cacheRead, cacheWrite5m, cacheWrite1h } = base.usage
  if (cacheRead + cacheWrite5m + cacheWrite1h === 0)
    return 'What this thread sent last is not in the cache: it is too short, or the provider keeps none.'
  const { model } = parseSnapshot(snapshot.text)
  return { base, snapshot, model, ttl: base.ttl, usage: base.usage, warmUntil }
}

/** Whether model, effort and thinking are still those of the snapshot. */
function asksAsBefore(store: HostParts['store'], thread: ThreadRecord): boolean {
  const sent = choiceAt(store, thread, store.blocks.count(thread.id))
  return sent.model === thread.model && sent.effort === thread.effort && sent.thinking === thread.thinking
}
