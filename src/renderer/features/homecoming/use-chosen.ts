import { useMemo } from 'react'
import type { Thread } from '../../../shared/domain/thread'
import { ALL_PICKED, type Chosen, chosenOf } from '../../state/picks'
import { useApp } from '../../state/store'
import { type ReadWorktree, useWorktree } from '../../threads/use-worktree'

/** What of a thread's changes goes home, as it was chosen among its changes; null until they have been read. */
export function useChosen(thread: Pick<Thread, 'id' | 'worktree'>): {
  chosen: Chosen | null
  read: ReadWorktree
  /** Whether a part of it is in no commit. */
  uncommitted: boolean
} {
  const read = useWorktree(thread)
  const picks = useApp(({ ui }) => ui.picks[thread.id] ?? ALL_PICKED)
  const files = read.reading?.files
  const chosen = useMemo(
    () =>
      files
        ? chosenOf(
            files.map(({ path }) => path),
            picks,
          )
        : null,
    [files, picks],
  )
  return { chosen, read, uncommitted: files?.some((file) => file.uncommitted === true) === true }
}
