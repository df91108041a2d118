// Waiting for a thread whose last words are the result of the call that started it.
import { cutResult } from '../../../core/turn/notification'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { lastAnswer } from '../last-answer'
import type { ToolOutcome } from '../ports/tools'
import type { ThreadControl } from '../thread/thread-control'
import { threadOf } from '../threads'

type Parts = Pick<HostParts, 'store'>

/** What a thread comes to, once it is at rest. When the call that waits is ended, so is the thread; rejects with the signal's reason. */
export async function awaitWorker(
  parts: Parts,
  control: Pick<ThreadControl, 'interrupt'>,
  threadId: string,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  try {
    return outcomeOf(parts, await ended(parts, threadId, signal))
  } catch (error) {
    if (signal.aborted) control.interrupt(threadId)
    throw error
  }
}

/** Resolves with a thread once it is at rest; rejects with the signal's reason. */
function ended({ store }: Parts, threadId: string, signal: AbortSignal): Promise<ThreadRecord> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const thread = threadOf(store, threadId)
      if (LIVE_STATES.has(thread.state)) return
      leave()
      resolve(thread)
    }
    const aborted = () => {
      leave()
      reject(signal.reason)
    }
    const stopListening = store.onEvents((events) => {
      if (events.some((event) => event.type === 'thread.changed' && event.threadId === threadId)) look()
    })
    const leave = () => {
      stopListening()
      signal.removeEventListener('abort', aborted)
    }
    signal.addEventListener('abort', aborted)
    if (signal.aborted) aborted()
    else look()
  })
}

function outcomeOf({ store }: Parts, thread: ThreadRecord): ToolOutcome {
  const words = cutResult(lastAnswer(store, thread.id) || '(no summary)')
  const worktree = store.worktrees.get(thread.id)
  const place = worktree ? `\n\n[It worked in ${worktree.path} on branch ${worktree.branch}.]` : ''
  if (thread.state === 'done') return { content: `${words}${place}`, isError: false }
  const what = thread.kind === 'island' ? 'island' : 'agent'
  const why = thread.stateReason ?? `It ended as ${thread.state}.`
  return { content: `The ${what} ${thread.id} did not finish: ${why}\n\n${words}${place}`, isError: true }
}

/** Shows a thread on the call that started it; within a commit. The closing of the call announces the item with it. */
export function showOnItem({ store }: Parts, itemId: string, childId: string): void {
  const item = store.items.get(itemId)
  if (item?.kind !== 'tool') return
  store.items.update({ ...item, threadIds: [...(item.threadIds ?? []), childId] })
}
