import { useCallback, useEffect, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'

export type StorageReading = CommandResult<'worktree.list'>
export type StoredWorktree = StorageReading['worktrees'][number]
export type Orphan = StorageReading['orphans'][number]
export type Difference = StorageReading['differences'][number]

interface Storage {
  reading: StorageReading | null
  problem: string | null
  busy: boolean
  again: () => void
}

/** All worktrees as they are; read again when it is asked for: sizes are measured, which is too much work for every event. */
export function useStorage(): Storage {
  const host = useHost()
  const [state, setState] = useState<Omit<Storage, 'again'>>({ reading: null, problem: null, busy: true })
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the asking is why it is read again
  useEffect(() => {
    let overtaken = false
    setState((before) => ({ ...before, busy: true }))
    host.call('worktree.list', {}).then(
      (reading) => {
        if (!overtaken) setState({ reading, problem: null, busy: false })
      },
      (error: unknown) => {
        if (!overtaken) setState((before) => ({ ...before, problem: failureText(error), busy: false }))
      },
    )
    return () => {
      overtaken = true
    }
  }, [host, asked])
  const again = useCallback(() => setAsked((times) => times + 1), [])
  return { ...state, again }
}
