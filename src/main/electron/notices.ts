// Owns what is worth a notification of the system while nobody looks at the window.
import { type EventBody, eventBody } from '../../shared/contract/events'

export interface Notice {
  /** The same for the same occasion, so that it is told once. */
  key: string
  title: string
  body: string
}

/** A page that subscribes hears old events again; only what happened just now is news. */
const NEWS_MS = 30_000

/**
 * The notice an outgoing frame deserves, if any: an approval that waits for a person, a fork that ended. It never names a command, a
 * path or a text of the conversation: notifications are shown on locked screens.
 */
export function noticeOf(frame: unknown, now: number): Notice | null {
  const event = newsworthy(frame)
  if (event?.type === 'approval.opened') {
    const { approval } = event
    if (approval.state !== 'open' || now - approval.createdAt > NEWS_MS) return null
    return { key: approval.id, title: 'Tine needs an answer', body: `A thread asks to use ${approval.tool}.` }
  }
  if (event?.type === 'thread.changed') {
    const { id, kind, state, endedAt } = event.thread
    const ended = endedAt !== null && now - endedAt <= NEWS_MS
    if (kind !== 'fork' || !ended || (state !== 'done' && state !== 'failed')) return null
    const title = state === 'done' ? 'A fork is done' : 'A fork failed'
    return { key: `${id} ${endedAt}`, title, body: 'Its report is in the session it was started from.' }
  }
  return null
}

/** Looks at the type before it parses: most frames are pieces of a stream and none of our business. */
function newsworthy(frame: unknown): EventBody | null {
  if (typeof frame !== 'object' || frame === null || !('event' in frame)) return null
  const { event } = frame
  if (typeof event !== 'object' || event === null || !('type' in event)) return null
  if (event.type !== 'approval.opened' && event.type !== 'thread.changed') return null
  return eventBody.safeParse(event).data ?? null
}
