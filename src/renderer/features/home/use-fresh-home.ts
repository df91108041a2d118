import { useCallback, useEffect, useState } from 'react'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { loadHome } from '../../state/load'

/** Sessions that are not open send no events here, so the list is read again this often while it is looked at. */
const EVERY_MS = 2000
/** The page has them read as soon as it is connected, which is just before Home is first on show. */
const JUST_READ_MS = 1000

interface Unread {
  text: string
  retry: () => void
}

/** Keeps projects and sessions fresh while Home is on show; says why when they cannot be read. */
export function useFreshHome(): Unread | null {
  const host = useHost()
  const [problem, setProblem] = useState<string | null>(null)
  const read = useCallback(
    async (freshMs = 0) => {
      try {
        await loadHome(host, freshMs)
        setProblem(null)
      } catch (error) {
        setProblem(failureText(error))
      }
    },
    [host],
  )
  useEffect(() => {
    let stopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async (freshMs?: number) => {
      if (document.visibilityState === 'visible') await read(freshMs)
      if (!stopped) timer = setTimeout(next, EVERY_MS)
    }
    void next(JUST_READ_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [read])
  return problem === null ? null : { text: problem, retry: () => void read() }
}
