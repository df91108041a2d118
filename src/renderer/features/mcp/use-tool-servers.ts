import { useCallback, useEffect, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { useSession } from '../../state/store'

interface Reading {
  reading: CommandResult<'mcp.list'> | null
  problem: string | null
  again: () => void
}

/** The servers of a project as they stand, for a thread or for none; read again when something of them changed. */
export function useToolServers(projectId: string, threadId: string | null): Reading {
  const host = useHost()
  const [state, setState] = useState<Omit<Reading, 'again'>>({ reading: null, problem: null })
  const [asked, setAsked] = useState(0)
  const news = useSession((session) => session.toolServerNews, 0)
  // A turn that ended may have sent other tools.
  const steps = useSession((session) => (threadId === null ? 0 : (session.threads[threadId]?.steps ?? 0)), 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the news and the steps are why it is read again
  useEffect(() => {
    let overtaken = false
    host.call('mcp.list', { projectId, ...(threadId === null ? {} : { threadId }) }).then(
      (reading) => overtaken || setState({ reading, problem: null }),
      (error: unknown) => overtaken || setState((before) => ({ ...before, problem: failureText(error) })),
    )
    return () => {
      overtaken = true
    }
  }, [host, projectId, threadId, asked, news, steps])
  const again = useCallback(() => setAsked((times) => times + 1), [])
  return { ...state, again }
}
