import { useCallback, useEffect, useRef, useState } from 'react'
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

/** A folder that was still being measured is looked at again after so long, and so often at most. */
const MEASURED_MS = 1500
const MOST_LOOKS = 8

/** All worktrees as they are; read again when it is asked for, and while folders are still being measured. */
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
  const { reading } = state
  const looks = useRef(0)
  useEffect(() => {
    if (!reading || !isMeasuring(reading) || looks.current >= MOST_LOOKS) return
    const timer = setTimeout(() => {
      looks.current += 1
      again()
    }, MEASURED_MS)
    return () => clearTimeout(timer)
  }, [reading, again])
  return { ...state, again }
}

/** Whether a folder that is there has no size yet. */
function isMeasuring({ worktrees }: StorageReading): boolean {
  return worktrees.some(({ bytes, state, rescuedTo }) => bytes === null && (IN_PLACE.has(state) || rescuedTo != null))
}

const IN_PLACE: ReadonlySet<string> = new Set(['ready', 'dirty', 'in-use', 'restored'])
