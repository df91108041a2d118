// Stopping an isolated thread whose command changed another checkout: attributed, shown, resumable by the person.
import type { HostParts } from '../host-parts'
import { threadOf } from '../threads'
import type { TurnRunner } from './turn-runner'

/** Ends the thread's run and tells the person what it changed. */
export function stopForBreach(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  runner: TurnRunner,
  threadId: string,
  differences: readonly string[],
): void {
  const run = runner.running(threadId)
  if (!run) return
  const reason = `Stopped: a command of this fork changed the main checkout (${differences.join('; ')}).`
  const { store } = parts
  runner.end({ threadId, cause: 'isolation', threadState: 'stopped', reason, keepApprovals: false }, (tx) => {
    const item = {
      id: parts.ids.next('item'),
      turnId: run.turnId,
      at: parts.clock.now(),
      kind: 'notice' as const,
      level: 'error' as const,
      text: reason,
    }
    store.items.add(threadId, item)
    tx.emit({ type: 'item.added', sessionId: threadOf(store, threadId).sessionId, threadId, item })
  })
}
