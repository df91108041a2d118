import { useCallback, useEffect, useState } from 'react'
import type { CommandResult } from '../../../shared/contract/commands'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'
import { useApp } from '../../state/store'

export interface LibraryReading {
  projectId: string
  library: CommandResult<'library.list'>
  memory: CommandResult<'memory.list'>
  servers: CommandResult<'mcp.list'>
}

interface ReadLibrary {
  /** null: not read yet, or of another project. */
  reading: LibraryReading | null
  problem: string | null
  busy: boolean
  again: () => void
}

/** What a project keeps as files, read anew when it is asked for and when a dialog over it was closed: it may have been trusted. */
export function useLibrary(projectId: string | null): ReadLibrary {
  const host = useHost()
  const [state, setState] = useState<Omit<ReadLibrary, 'again'>>({ reading: null, problem: null, busy: true })
  const [asked, setAsked] = useState(0)
  const covered = useApp(({ ui }) => ui.dialog !== null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the asking is why it is read again
  useEffect(() => {
    if (projectId === null || covered) return
    let overtaken = false
    setState((before) => ({ ...before, busy: true }))
    Promise.all([
      host.call('library.list', { projectId }),
      host.call('memory.list', { projectId }),
      host.call('mcp.list', { projectId }),
    ]).then(
      ([library, memory, servers]) => {
        if (!overtaken) setState({ reading: { projectId, library, memory, servers }, problem: null, busy: false })
      },
      (error: unknown) => {
        if (!overtaken) setState((before) => ({ ...before, problem: failureText(error), busy: false }))
      },
    )
    return () => {
      overtaken = true
    }
  }, [host, projectId, asked, covered])
  const again = useCallback(() => setAsked((times) => times + 1), [])
  return { ...state, reading: state.reading?.projectId === projectId ? state.reading : null, again }
}
