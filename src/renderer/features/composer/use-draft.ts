import { useCallback } from 'react'
import { useApp } from '../../state/store'
import { setDraft } from '../../state/ui-actions'

/** What is written for a thread and not sent; state/keep-drafts.ts has the host keep it. */
export function useDraft(threadId: string): [string, (text: string) => void] {
  const draft = useApp(({ ui }) => ui.drafts[threadId])
  const write = useCallback((text: string) => setDraft(threadId, text), [threadId])
  return [draft ?? '', write]
}
