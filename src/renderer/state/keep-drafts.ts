// Has the host keep what is written and not sent: a browser's own storage ends with the port of the page.
import { MAX_DRAFT_CHARS } from '../../shared/contract/composing-limits'
import { FailureError } from '../../shared/contract/failure'
import { ConnectionLostError, type HostClient } from '../client/host-client'
import { appStore } from './store'
import { announce } from './ui-actions'

/** As long as somebody types, nothing is written; a pause this long is enough. */
const PAUSE_MS = 400

/** Follows the drafts of the page. What is on its way when the page is left is sent at once. Returns the way to stop. */
export function keepDrafts(host: HostClient, page: Window): () => void {
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    for (const threadId of changed) void write(threadId)
    changed.clear()
  }
  const write = async (threadId: string) => {
    const text = appStore.getState().ui.drafts[threadId] ?? ''
    try {
      await host.call('draft.write', { threadId, text: text.slice(0, MAX_DRAFT_CHARS) })
    } catch (error) {
      // What was lost on the way goes with the next change; a thread that is not there has no draft.
      if (error instanceof ConnectionLostError) changed.add(threadId)
      else if (!(error instanceof FailureError)) throw error
      else if (error.failure.code !== 'not_found') announce(`What you write is not kept: ${error.message}`)
    }
  }
  const unsubscribe = appStore.subscribe(({ ui }, before) => {
    if (ui.drafts === before.ui.drafts) return
    for (const threadId of new Set([...Object.keys(ui.drafts), ...Object.keys(before.ui.drafts)])) {
      // What is written in a dialog is a draft too, of no thread: it lives as long as the page.
      if (threadId.startsWith('thr_') && ui.drafts[threadId] !== before.ui.drafts[threadId]) changed.add(threadId)
    }
    clearTimeout(timer)
    timer = setTimeout(flush, PAUSE_MS)
  })
  const onHidden = () => {
    if (page.document.visibilityState === 'hidden') flush()
  }
  page.document.addEventListener('visibilitychange', onHidden)
  page.addEventListener('pagehide', flush)
  return () => {
    flush()
    unsubscribe()
    page.document.removeEventListener('visibilitychange', onHidden)
    page.removeEventListener('pagehide', flush)
  }
}
