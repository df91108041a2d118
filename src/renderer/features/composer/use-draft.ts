import { useCallback, useEffect } from 'react'
import { useApp } from '../../state/store'
import { setDraft } from '../../state/ui-actions'
import { keepDraft, keptDraft } from './kept-texts'

/** What is written for a thread and not sent; survives changing threads, a reload and a crash. */
export function useDraft(threadId: string): [string, (text: string) => void] {
  const draft = useApp(({ ui }) => ui.drafts[threadId])
  useEffect(() => {
    // What was written elsewhere, as the demo's first message is, is kept from here on.
    if (draft !== undefined) return keepDraft(threadId, draft)
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
