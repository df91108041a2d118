// What is worth a notification of the system while nobody looks at the window, and its words.
import type { EventBody } from '../contract/events'
import type { Thread } from '../domain/thread'

export interface Notice {
  /** The same for the same occasion, so that it is told once. */
  key: string
  title: string
  body: string
}

/** Who is meant, as far as it is known. */
export type ThreadName = Pick<Thread, 'kind' | 'title'>

/** A page that subscribes hears old events again; only what happened just now is news. */
const NEWS_MS = 30_000
const LONGEST_TITLE = 60

/**
 * The notice an event deserves, if any: an approval that waits for a person, a fork that ended. It says who asks for which tool; it
 * never carries a command, a path, an input or a text of the conversation: notifications are shown on locked screens.
 */
export function noticeOf(
  event: EventBody,
  now: number,
  nameOf: (threadId: string) => ThreadName | undefined,
): Notice | null {
  if (event.type === 'approval.opened') {
    const { id, threadId, tool, state, createdAt } = event.approval
    if (state !== 'open' || now - createdAt > NEWS_MS) return null
    return { key: id, title: `${who(nameOf(threadId))} asks`, body: `It wants to use ${tool}.` }
  }
  if (event.type === 'thread.changed') {
    const { id, kind, title, state, endedAt } = event.thread
    const ended = endedAt !== null && now - endedAt <= NEWS_MS
    if (kind !== 'fork' || !ended || (state !== 'done' && state !== 'failed')) return null
    const words = state === 'done' ? 'is done' : 'failed'
    const body = 'Its report is in the session it was started from.'
    return { key: `${id} ${endedAt}`, title: `${who({ kind, title })} ${words}`, body }
  }
  return null
}

/** The main thread is called after the first message; it is not quoted here. */
function who(name: ThreadName | undefined): string {
  if (!name) return 'A thread'
  if (name.kind === 'main') return 'Main'
  const [line = ''] = name.title.split('\n', 1)
  const title = line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line
  return `${name.kind.charAt(0).toUpperCase()}${name.kind.slice(1)} “${title}”`
}
