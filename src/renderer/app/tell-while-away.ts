// The system's notifications from a browser's window; the desktop window's are sent by its own process.
import type { HostEvent } from '../../shared/contract/events'
import { noticeOf } from '../../shared/projection/notice'
import type { HostClient } from '../client/host-client'
import { appStore } from '../state/store'
import { showApproval } from '../state/ui-actions'

/** Tells what asks for the person while the page is not in front, where they chose that and the browser allows it. Returns the way to stop. */
export function tellWhileAway(host: HostClient, page: Window): () => void {
  const told = new Set<string>()
  return host.onEvent((event) => {
    if (event.type !== 'approval.opened' && event.type !== 'thread.changed') return
    if (page.document.hasFocus() || !isWanted()) return
    const { view } = appStore.getState()
    const notice = noticeOf(event, Date.now(), (threadId) => view.session?.threads[threadId])
    if (!notice || told.has(notice.key)) return
    told.add(notice.key)
    const notification = new Notification(notice.title, { body: notice.body, tag: notice.key })
    notification.addEventListener('click', () => {
      page.focus()
      notification.close()
      followTo(event)
    })
  })
}

function isWanted(): boolean {
  const { info, settings } = appStore.getState().view
  const wanted = info?.door === 'serve' && settings?.['notify.system'] === 'always'
  return wanted && 'Notification' in globalThis && Notification.permission === 'granted'
}

function followTo(event: HostEvent) {
  const { route } = appStore.getState().ui
  if (event.type === 'approval.opened' && route.screen === 'session' && route.sessionId === event.sessionId)
    showApproval(event.approval.id)
}
