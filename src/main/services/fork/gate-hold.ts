// What holds a sibling at the gate: whether its leader writes something it could read, and how long it waits at most.
import { modelFacts, providerFacts } from '../../../core/pricing/model-table'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { projectOfThread } from '../threads'

type HoldParts = Pick<HostParts, 'store' | 'settings'>

export interface GateHold {
  /** Milliseconds after which it leaves whatever its leader does; null: it waits for the end of the leader's answer. */
  boundMs: number | null
}

/**
 * How a thread that is about to send its first request waits for a sibling; null where it need not wait. Where entries can
 * be read only after the answer that wrote them, a bound would cut that answer short: there is none.
 */
export function holdOf(parts: HoldParts, thread: ThreadRecord): GateHold | null {
  const { store } = parts
  const settings = parts.settings()
  if (settings['fork.gate'] === 'off' || thread.groupId === null) return null
  if (store.requests.last(thread.id) !== undefined) return null
  const provider = providerFacts(projectOfThread(store, thread).demo ? '' : settings.baseUrl)
  if (!provider.known && cachesNothing(store, thread)) return null
  return { boundMs: provider.entryReadable === 'end' ? null : settings['fork.gateHoldMs'] }
}

/** Whether a server of which nothing is known was sent what can be cached, and reported neither a write nor a read. */
function cachesNothing(store: HostParts['store'], thread: ThreadRecord): boolean {
  for (const { threadId, below } of store.threads.ancestors(thread.id).toReversed()) {
    const answered = store.requests.lastAnswered(threadId, below)
    if (!answered) continue
    const { input, cacheRead, cacheWrite5m, cacheWrite1h } = answered.usage
    return cacheRead + cacheWrite5m + cacheWrite1h === 0 && input >= modelFacts(answered.model).minCacheTokens
  }
  return false
}
