import { useEffect, useState } from 'react'
import { useHost } from '../../client/use-host'
import { useSession } from '../../state/store'
import { type CalledCommand, calledCommands } from './called-commands'

/** The commands and skills of the open project, read anew whenever they are `wanted`; null while they are not known. */
export function useCalled(wanted: boolean): readonly CalledCommand[] | null {
  const host = useHost()
  const projectId = useSession((session) => session.session.projectId, null)
  const [called, setCalled] = useState<readonly CalledCommand[] | null>(null)
  useEffect(() => {
    if (!wanted || projectId === null) return
    let stale = false
    host.call('library.list', { projectId }).then(
      ({ entries }) => {
        if (!stale) setCalled(calledCommands(entries))
      },
      // Then the host is asked about each name that is written.
      () => {
        if (!stale) setCalled(null)
      },
    )
    return () => {
      stale = true
    }
  }, [host, projectId, wanted])
  return called
}
