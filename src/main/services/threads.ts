// Looking up what a command names, with the failure a client can act on.
import { FailureError } from '../../shared/contract/failure'
import type { ProjectRecord, SessionRecord, ThreadRecord, ToolCallRecord, TurnRecord } from '../store/records'
import type { Store } from '../store/store'

export function threadOf(store: Store, threadId: string): ThreadRecord {
  const thread = store.threads.get(threadId)
  if (!thread) throw new FailureError('not_found', `There is no thread ${threadId}.`, { threadId })
  return thread
}

export function sessionOf(store: Store, sessionId: string): SessionRecord {
  const session = store.sessions.get(sessionId)
  if (!session) throw new FailureError('not_found', `There is no session ${sessionId}.`, { sessionId })
  return session
}

export function projectOf(store: Store, projectId: string): ProjectRecord {
  const project = store.projects.get(projectId)
  if (!project) throw new FailureError('not_found', `There is no project ${projectId}.`, { projectId })
  return project
}

/** The turn of exactly this thread: a turn of another one is not found here. */
export function turnOf(store: Store, threadId: string, turnId: string): TurnRecord {
  const turn = store.turns.get(turnId)
  if (!turn || turn.threadId !== threadId)
    throw new FailureError('not_found', `The thread ${threadId} has no turn ${turnId}.`, { threadId, turnId })
  return turn
}

/** The call of exactly this thread. */
export function callOf(store: Store, threadId: string, toolUseId: string): ToolCallRecord {
  const call = store.toolCalls.get(threadId, toolUseId)
  if (!call)
    throw new FailureError('not_found', `The thread ${threadId} has no call ${toolUseId}.`, { threadId, toolUseId })
  return call
}

/** The project a thread works in. */
export function projectOfThread(store: Store, thread: ThreadRecord): ProjectRecord {
  return projectOf(store, sessionOf(store, thread.sessionId).projectId)
}
