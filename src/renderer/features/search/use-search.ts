import { useEffect, useState } from 'react'
import type { SearchAnswer } from '../../../shared/domain/search'
import { failureText } from '../../client/failure-text'
import { useHost } from '../../client/use-host'

/** A person who types goes on after less than this; only then the host is asked. */
const TYPING_MS = 120

export interface SearchState {
  /** The last answer: shown until the next one is there, so that the list does not blink while one types. */
  answer: SearchAnswer | null
  /** The text the answer is to. */
  answered: string
  searching: boolean
  failure: string | null
}

const NOTHING: SearchState = { answer: null, answered: '', searching: false, failure: null }

/** Asks for `text`, in one project or in all. An answer that is no longer the one wanted is dropped. */
export function useSearch(text: string, projectId: string | null, attempt: number): SearchState {
  const host = useHost()
  const [state, setState] = useState(NOTHING)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (text.trim() === '') {
      setState(NOTHING)
      return
    }
    let wanted = true
    setState((before) => ({ ...before, searching: true, failure: null }))
    const timer = setTimeout(() => {
      host.call('search', { text, ...(projectId === null ? {} : { projectId }) }).then(
        (answer) => {
          if (wanted) setState({ answer, answered: text, searching: false, failure: null })
        },
        (error: unknown) => {
          if (wanted) setState({ ...NOTHING, failure: failureText(error) })
        },
      )
    }, TYPING_MS)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [host, text, projectId, attempt])
  return state
}
