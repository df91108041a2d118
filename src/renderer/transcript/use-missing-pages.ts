import { useEffect, useMemo, useState } from 'react'
import { failureText } from '../client/failure-text'
import { useHost } from '../client/use-host'
import { loadPage } from '../state/load'

export interface MissingPages {
  /** Why the last page could not be read; null while all goes well. */
  failure: string | null
  retry: () => void
}

/** Has the pages read that hold these turns (by number) of a thread. Asking for what is there, or on its way, costs nothing. */
export function useMissingPages(threadId: string, turnNumbers: readonly number[]): MissingPages {
  const host = useHost()
  const [failure, setFailure] = useState<string | null>(null)
  const wanted = turnNumbers.join(' ')
  useEffect(() => {
    if (failure !== null || wanted === '') return
    let current = true
    for (const n of wanted.split(' ')) {
      loadPage(host, threadId, Number(n)).catch((error: unknown) => {
        if (current) setFailure(failureText(error))
      })
    }
    return () => {
      current = false
    }
  }, [host, threadId, wanted, failure])
  return useMemo(() => ({ failure, retry: () => setFailure(null) }), [failure])
}
