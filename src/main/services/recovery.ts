// What the start makes of what the last process left: the truth is told once, nothing runs on by itself.
import type { ThreadState } from '../../shared/domain/thread'
import type { HostParts } from './host-parts'
import { keepNothingWarm } from './keep-warm/keep-warm'
import { settleTurn } from './turn/settle'
import { changeThread, changeTurn, type ThreadPatch } from './views'

export interface Orphans {
  /** Ends a recorded process group if it is exactly the recorded one; answers whether it was alive. */
  endExactly(process: { pid: number; startTicks: string; bootId: string; command: string }): Promise<boolean>
}

const BUSY: readonly ThreadState[] = ['queued', 'warming', 'streaming', 'rate-limited', 'waiting-approval']

const BEFORE_IT_BEGAN = {
  state: 'interrupted',
  stateReason: 'Interrupted by a crash before it began.',
  endCause: 'crash',
  resumable: true,
  activity: null,
} as const satisfies ThreadPatch

/**
 * Ends exactly the process groups the last process started, closes what it left open, and marks as interrupted what it
 * left running. Approvals stay open: answering them takes the turn up again.
 */
export async function recover(parts: Pick<HostParts, 'store' | 'clock' | 'log'>, orphans: Orphans): Promise<void> {
  const { store, clock } = parts
  for (const process of store.processes.list()) {
    const alive = await orphans.endExactly(process)
    parts.log.info('orphan', { pid: process.pid, alive, threadId: process.threadId })
    store.commit(() => store.processes.remove(process.pid, process.startTicks))
  }
  store.commit((tx) => {
    for (const request of store.requests.unfinished())
      store.requests.finish(request.id, { endedAt: clock.now(), outcome: 'broken' })
    for (const turn of store.turns.running())
      settleTurn(parts, tx, {
        threadId: turn.threadId,
        turnId: turn.id,
        cause: 'crash',
        threadState: 'interrupted',
        reason: 'Interrupted by a crash.',
        keepApprovals: true,
        live: null,
      })
    for (const thread of store.threads.inStates(BUSY)) {
      if (thread.state === 'waiting-approval' && store.approvals.openOfThread(thread.id).length > 0) continue
      const first = store.turns.queued(thread.id)[0]
      if (first?.input === null && store.turns.ofThread(thread.id).length === 1)
        changeTurn(store, tx, first.id, { state: 'interrupted', endedAt: clock.now() })
      changeThread(store, tx, thread.id, BEFORE_IT_BEGAN)
    }
    // A message that was stored and never began: its thread still rests, and would not offer to go on.
    for (const { threadId } of store.turns.allQueued())
      if (store.threads.get(threadId)?.state === 'idle') changeThread(store, tx, threadId, BEFORE_IT_BEGAN)
  })
  keepNothingWarm(parts)
}
