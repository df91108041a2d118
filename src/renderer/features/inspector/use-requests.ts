import { useEffect, useState } from 'react'
import type { Request } from '../../../shared/domain/ledger'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { loadRequests } from '../../state/load'
import { useSession } from '../../state/store'

export interface ReadRequests {
  /** Oldest first; undefined until they have been read. */
  requests: readonly Request[] | undefined
  problem: string | null
}

/** The requests of a thread, kept up by events; null stands for no thread, which has none. */
export function useRequests(threadId: string | null): ReadRequests {
  const host = useHost()
  const requests = useSession((session) => (threadId === null ? undefined : session.requests[threadId]), undefined)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    setProblem(null)
    if (threadId !== null) loadRequests(host, threadId).catch((error: unknown) => setProblem(failureText(error)))
  }, [host, threadId])
  return { requests, problem }
}
