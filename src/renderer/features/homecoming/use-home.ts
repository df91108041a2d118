import type { Thread } from '../../../shared/domain/thread'
import { useApp, useSession } from '../../state/store'

export interface Home {
  /** What the parent is called. */
  name: string
  /** Its folder; null when it is not known here. */
  folder: string | null
  branch: string | null
}

/** Where what a thread did goes home to. */
export function useHome(thread: Pick<Thread, 'parentId'>): Home {
  const parent = useSession(
    (session) => (thread.parentId === null ? undefined : session.threads[thread.parentId]),
    undefined,
  )
  const projectId = useSession((session) => session.session.projectId, '')
  const project = useApp(({ view }) => view.projects?.find(({ id }) => id === projectId))
  return {
    name: parent === undefined || parent.kind === 'main' ? 'Main' : parent.title,
    folder: parent?.worktree?.path ?? project?.realPath ?? null,
    branch: parent?.worktree?.branch ?? null,
  }
}
