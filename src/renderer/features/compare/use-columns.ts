import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'
import { useApp, useSession } from '../../state/store'
import { readEntries } from '../../transcript/read-entries'
import { readWork, type Work } from './read-work'

export interface Column {
  thread: Thread
  turns: readonly Turn[]
  work: Work
  /** The numbers of its turns whose bodies have not been read yet. */
  unread: readonly number[]
}

const NO_THREADS: readonly Thread[] = []

/** The compared threads as they are now, with what each of them did. */
export function useColumns(threadIds: readonly string[]): readonly Column[] {
  const threads = useApp(useShallow(({ view }) => threadIds.flatMap((id) => view.session?.threads[id] ?? NO_THREADS)))
  const turns = useSession((session) => session.turns, undefined)
  const bodies = useSession((session) => session.bodies, undefined)
  const live = useSession((session) => session.live, undefined)
  return useMemo(
    () =>
      threads.map((thread) => {
        const own = turns?.[thread.id] ?? []
        const entries = own.flatMap((turn) => readEntries(bodies?.[turn.id]?.items, live?.[turn.id]))
        const unread = own.filter((turn) => !bodies?.[turn.id]?.complete).map((turn) => turn.n)
        return { thread, turns: own, work: readWork(entries), unread }
      }),
    [threads, turns, bodies, live],
  )
}
