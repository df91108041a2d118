import { useEffect, useState } from 'react'
import type { Approval, ApprovalAsker } from '../../../shared/domain/approval'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { openQueue } from './approval-queue'

interface Inbox {
  /** null: not read yet. */
  open: readonly Approval[] | null
  decided: readonly Approval[] | null
  /** By thread id. */
  askers: ReadonlyMap<string, ApprovalAsker>
  problem: string | null
}

/** Other sessions than the open one send no events here, so the lists are read again this often. */
const EVERY_MS = 2000
const MOST_DECIDED = 50

/** The approvals of all sessions, kept fresh while somebody looks. */
export function useInbox(): Inbox & { refresh(): void } {
  const host = useHost()
  const [inbox, setInbox] = useState<Inbox>({ open: null, decided: null, askers: new Map(), problem: null })
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking begins anew when somebody answered
  useEffect(() => {
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      try {
        const { open, decided, askers } = await host.call('approval.list', {})
        const newest = decided.toSorted((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0)).slice(0, MOST_DECIDED)
        if (!stopped) {
          const byId = new Map(askers.map((asker) => [asker.id, asker]))
          setInbox({ open: openQueue(open), decided: newest, askers: byId, problem: null })
        }
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
  }, [host, asked])
  return { ...inbox, refresh: () => setAsked((n) => n + 1) }
}
