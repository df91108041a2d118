// The smallest content a store's tests begin with.
import type { BlockRecord, ProjectRecord, SessionRecord, ThreadRecord, TurnRecord } from '../main/store/records'
import type { Store } from '../main/store/store'
import { aBlock, aProject, aSession, aThread, aTurn, testId } from './records'

/** Stores a project with one session, its main thread and one turn. */
export function seedSession(store: Store): {
  project: ProjectRecord
  session: SessionRecord
  main: ThreadRecord
  turn: TurnRecord
} {
  const project = aProject()
  const mainThreadId = testId('thread')
  const session = aSession({ projectId: project.id, mainThreadId })
  const main = aThread({ id: mainThreadId, sessionId: session.id })
  const turn = aTurn({ threadId: main.id })
  store.commit(() => {
    store.projects.insert(project)
    store.sessions.insert(session)
    store.threads.insert(main)
    store.turns.insert(turn)
  })
  return { project, session, main, turn }
}

/** Appends `count` blocks to a thread, behind its history. */
export function appendBlocks(store: Store, threadId: string, turnId: string, count: number): BlockRecord[] {
  return store.commit(() => {
    const end = store.blocks.count(threadId)
    const blocks = Array.from({ length: count }, (_, n) => aBlock({ threadId, turnId, position: end + n }))
    store.blocks.append(blocks)
    return blocks
  })
}
