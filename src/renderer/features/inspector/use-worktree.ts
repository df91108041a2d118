import { useCallback, useEffect, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import type { Thread } from '../../../shared/domain/thread'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'

export type WorktreeReading = CommandResult<'worktree.read'>

export interface ReadWorktree {
  reading: WorktreeReading | null
  problem: string | null
  busy: boolean
  again: () => void
}

/** The worktree of a thread as it is on disk; read again whenever the host says it changed. */
export function useWorktree(thread: Thread): ReadWorktree {
  const host = useHost()
  const [reading, setReading] = useState<WorktreeReading | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(0)
  const { id: threadId, worktree } = thread
  // What was discarded is no longer where it was.
  const stamp =
    worktree && worktree.state !== 'discarded' ? `${worktree.head} ${worktree.filesChanged} ${worktree.state}` : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp and the asking are why it is read again
  useEffect(() => {
    setProblem(null)
    if (stamp === null) return
    let overtaken = false
    setBusy(true)
    const read = async () => {
      try {
        const answer = await host.call('worktree.read', { threadId })
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
  }, [host, threadId, stamp, asked])
  const again = useCallback(() => setAsked((times) => times + 1), [])
  return { reading, problem, busy, again }
}
