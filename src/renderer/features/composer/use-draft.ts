import { useCallback, useEffect } from 'react'
import { useApp } from '../../state/store'
import { setDraft } from '../../state/ui-actions'
import { keepDraft, keptDraft } from './kept-texts'

/** What is written for a thread and not sent; survives changing threads, a reload and a crash. */
export function useDraft(threadId: string): [string, (text: string) => void] {
  const draft = useApp(({ ui }) => ui.drafts[threadId])
  useEffect(() => {
    if (draft !== undefined) return
    const kept = keptDraft(threadId)
    if (kept) setDraft(threadId, kept)
  }, [threadId, draft])
  const write = useCallback(
    (text: string) => {
      setDraft(threadId, text)
      keepDraft(threadId, text)
    },
    [threadId],
  )
  return [draft ?? '', write]
}
