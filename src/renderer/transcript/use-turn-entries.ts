import { useMemo } from 'react'
import { useSession } from '../state/store'
import { type Entry, readEntries } from './read-entries'

export interface TurnEntries {
  entries: readonly Entry[]
  /** False while earlier items of the turn may still be missing; ask `loadPage` for them. */
  complete: boolean
}

/** The entries of one turn, kept up by events; the same object until something of this turn changes. */
export function useTurnEntries(turnId: string): TurnEntries {
  const body = useSession((session) => session.bodies[turnId], undefined)
  const live = useSession((session) => session.live[turnId], undefined)
  return useMemo(() => ({ entries: readEntries(body?.items, live), complete: body?.complete === true }), [body, live])
}
