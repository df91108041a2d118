// Who a thread descends from, and who leaves the same thread. Pure.
import type { SessionView } from '../../shared/projection/session-view'

type Threads = Pick<SessionView, 'threadIds' | 'threads'>

/** The way from the main thread to the parent of a thread; empty for the main thread. */
export function ancestorsOf({ threads }: Threads, threadId: string): string[] {
  const path: string[] = []
  for (let id = threads[threadId]?.parentId; id && !path.includes(id); id = threads[id]?.parentId) path.unshift(id)
  return path
}

/** All threads that leave the same parent, itself among them, in the order in which they were made; none for the main thread. */
export function siblingsOf({ threadIds, threads }: Threads, threadId: string): string[] {
  const parentId = threads[threadId]?.parentId
  return parentId ? threadIds.filter((id) => threads[id]?.parentId === parentId) : []
}
