// The transcripts another program keeps of a project, asked for when somebody wants to import one.
import { useEffect, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'

export type FoundTranscripts = CommandResult<'session.importable'>

/** What was found; null while it is looked for; a sentence where that failed. */
export function useTranscripts(projectId: string): FoundTranscripts | string | null {
  const host = useHost()
  const [found, setFound] = useState<FoundTranscripts | string | null>(null)
  useEffect(() => {
    let wanted = projectId !== ''
    setFound(null)
    const take = (answer: FoundTranscripts | string) => {
      if (wanted) setFound(answer)
    }
    if (wanted) host.call('session.importable', { projectId }).then(take, (error: unknown) => take(failureText(error)))
    return () => {
      wanted = false
    }
  }, [host, projectId])
  return found
}
