// Stopping a thread that left its worktree or lost it: attributed, shown, told to its parent, resumable by the person.
import type { HostParts } from '../host-parts'
import { insertResult, NO_FACTS } from '../results-home'
import { threadOf } from '../threads'
import type { TurnRunner } from './turn-runner'

export interface IsolationStop {
  threadId: string
  /** `stopped`: a command of the thread changed another checkout. `worktree-missing`: its own is gone or another one. */
  threadState: 'stopped' | 'worktree-missing'
  /** One sentence for the person. */
  reason: string
}

/** Ends the thread's run; what is told is stored with it. Answers whether there was a run. */
export function stopForIsolation(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  runner: TurnRunner,
  { threadId, threadState, reason }: IsolationStop,
): boolean {
  const run = runner.running(threadId)
  if (!run) return false
  const { store } = parts
  return runner.end({ threadId, cause: 'isolation', threadState, reason, keepApprovals: false }, (tx) => {
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
    insertResult(parts, threadId, run.id, threadState === 'stopped' ? 'stopped' : 'failed', NO_FACTS)
  })
}
