import { useEffect, useState } from 'react'
import { useHost } from '../../client/use-host'

const NONE: readonly string[] = []
const SHOWN = 12

/** The files a name may mean; those of the name before, until the answer is there. Null: none is being written. */
export function useFilesFound(threadId: string, query: string | null): readonly string[] {
  const host = useHost()
  const [found, setFound] = useState<readonly string[]>(NONE)
  useEffect(() => {
    if (query === null) return setFound(NONE)
    let stale = false
    host.call('project.files', { threadId, query, limit: SHOWN }).then(
      ({ paths }) => {
        if (!stale) setFound(paths)
      },
      // A menu that cannot be filled is none; what the person writes is a name all the same.
      () => {
        if (!stale) setFound(NONE)
      },
    )
    return () => {
      stale = true
    }
  }, [host, threadId, query])
  return query === null ? NONE : found
}
