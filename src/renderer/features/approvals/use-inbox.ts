import { useEffect, useState } from 'react'
import type { Approval } from '../../../shared/domain/approval'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { openQueue } from './approval-queue'

interface Inbox {
  /** null: not read yet. */
  open: readonly Approval[] | null
  decided: readonly Approval[] | null
  problem: string | null
}

/** Other sessions than the open one send no events here, so the lists are read again this often. */
const EVERY_MS = 2000
const MOST_DECIDED = 50

/** The approvals of all sessions, kept fresh while somebody looks. */
export function useInbox(): Inbox {
  const host = useHost()
  const [inbox, setInbox] = useState<Inbox>({ open: null, decided: null, problem: null })
  useEffect(() => {
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      try {
        const { open, decided } = await host.call('approval.list', {})
        const newest = decided.toSorted((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0)).slice(0, MOST_DECIDED)
        if (!stopped) setInbox({ open: openQueue(open), decided: newest, problem: null })
      } catch (error) {
        if (!stopped) setInbox((before) => ({ ...before, problem: failureText(error) }))
      }
      if (!stopped) timer = setTimeout(read, EVERY_MS)
    }
    void read()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [host])
  return inbox
}
