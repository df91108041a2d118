import { useCallback, useEffect, useState } from 'react'
import type { CommandResult } from '../../shared/contract/commands'
import type { Thread } from '../../shared/domain/thread'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'

export type WorktreeReading = CommandResult<'worktree.read'>
export type Against = 'base' | 'parent'

export interface ReadWorktree {
  /** Null until it was read; of what it was compared with before, until the new comparison is there. */
  reading: WorktreeReading | null
  problem: string | null
  busy: boolean
  again: () => void
  /** Another text for each state the files were seen in, by which what was read of a single file grows old. */
  stamp: string
}

/** The worktree of a thread as it is on disk; read again whenever the host says it changed. */
export function useWorktree(thread: Pick<Thread, 'id' | 'worktree'>, against: Against = 'base'): ReadWorktree {
  const host = useHost()
  const [reading, setReading] = useState<WorktreeReading | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(0)
  const { id: threadId } = thread
  const seen = seenAs(thread)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the host saw and the asking are why it is read again
  useEffect(() => {
    setProblem(null)
    if (seen === null) return
    let overtaken = false
    setBusy(true)
    const read = async () => {
      try {
        const answer = await host.call('worktree.read', { threadId, against })
        if (overtaken) return
        setReading(answer)
        setProblem(null)
      } catch (error) {
        if (!overtaken) setProblem(failureText(error))
      }
      if (!overtaken) setBusy(false)
    }
    void read()
    return () => {
      overtaken = true
    }
  }, [host, threadId, seen, asked, against])
  const again = useCallback(() => setAsked((times) => times + 1), [])
  return { reading, problem, busy, again, stamp: `${seen} ${asked}` }
}

/** Changes with what is in the worktree; null where there is none to read: what was discarded is no longer where it was. */
function seenAs({ worktree }: Pick<Thread, 'worktree'>): string | null {
  if (!worktree || worktree.state === 'discarded') return null
  const { head, filesChanged, added, removed, state } = worktree
  return `${head} ${filesChanged} ${added} ${removed} ${state}`
}
