import { useEffect, useRef, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import type { Thread } from '../../../shared/domain/thread'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'

export type ColumnReading =
  | { kind: 'none' }
  | { kind: 'discarded' }
  | { kind: 'reading' }
  | { kind: 'failed'; problem: string }
  | { kind: 'read'; answer: CommandResult<'worktree.read'> }

export interface Readings {
  of(thread: Thread): ColumnReading
  /** Reads again what could not be read. */
  retry: () => void
}

interface Read {
  stamp: string
  answer: CommandResult<'worktree.read'> | null
  problem: string | null
}

/** The worktrees of some threads as they are on disk; each is read again when the host says that it changed. */
export function useReadings(threads: readonly Thread[]): Readings {
  const host = useHost()
  const [reads, setReads] = useState<Readonly<Record<string, Read>>>({})
  const [attempt, setAttempt] = useState(0)
  const asked = useRef<Record<string, string>>({})
  const wanted = threads.map((thread) => `${thread.id} ${stampOf(thread) ?? ''}`).join('|')
  useEffect(() => {
    for (const part of wanted.split('|')) {
      const [threadId = '', stamp] = split(part, attempt)
      if (stamp === null || asked.current[threadId] === stamp) continue
      asked.current[threadId] = stamp
      const put = (read: Omit<Read, 'stamp'>) => {
        // A later question has its own answer.
        if (asked.current[threadId] === stamp) setReads((before) => ({ ...before, [threadId]: { stamp, ...read } }))
      }
      host.call('worktree.read', { threadId }).then(
        (answer) => put({ answer, problem: null }),
        (error: unknown) => put({ answer: null, problem: failureText(error) }),
      )
    }
  }, [host, wanted, attempt])
  return {
    of: (thread) => readingOf(thread, reads[thread.id]),
    retry: () => setAttempt(attempt + 1),
  }
}

function split(part: string, attempt: number): [threadId: string, stamp: string | null] {
  const at = part.indexOf(' ')
  const stamp = part.slice(at + 1)
  return [part.slice(0, at), stamp === '' ? null : `${stamp} ${attempt}`]
}

/** Changes with what is in the worktree; null where there is none to read. */
function stampOf({ worktree }: Thread): string | null {
  if (!worktree || worktree.state === 'discarded') return null
  return `${worktree.head} ${worktree.filesChanged} ${worktree.state}`
}

function readingOf(thread: Thread, read: Read | undefined): ColumnReading {
  if (!thread.worktree) return { kind: 'none' }
  if (thread.worktree.state === 'discarded') return { kind: 'discarded' }
  if (read?.answer) return { kind: 'read', answer: read.answer }
  return read?.problem != null ? { kind: 'failed', problem: read.problem } : { kind: 'reading' }
}
