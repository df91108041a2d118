// Owns what is news in the frames a window is sent: it listens along for who the threads are and whether the person wants to be told.
import { type EventBody, eventBody } from '../../shared/contract/events'
import { settingsSchema } from '../../shared/domain/settings'
import { threadSchema } from '../../shared/domain/thread'
import { type Notice, noticeOf, type ThreadName } from '../../shared/projection/notice'

const names = threadSchema.pick({ id: true, kind: true, title: true })
const wish = settingsSchema.shape['notify.system']

/** Names of more threads than this are of sessions that were left long ago. */
const KEPT_NAMES = 5_000

export class PortNews {
  private readonly threads = new Map<string, ThreadName>()
  private wanted = true

  /** The notice an outgoing frame deserves, if any. */
  take(frame: unknown, now: number): Notice | null {
    const event = newsworthy(frame)
    if (event) {
      if (event.type === 'thread.changed' || event.type === 'thread.created') this.name(event.thread)
      if (event.type === 'settings.changed') this.wanted = event.settings['notify.system'] !== 'never'
      return this.wanted ? noticeOf(event, now, (threadId) => this.threads.get(threadId)) : null
    }
    this.takeAnswer(frame)
    return null
  }

  /** What a session is read with names its threads; the settings say what is wished. */
  private takeAnswer(frame: unknown) {
    const result = fieldOf(frame, 'result')
    const threads = fieldOf(result, 'threads')
    if (Array.isArray(threads)) {
      for (const each of threads) {
        const named = names.safeParse(each)
        if (named.success) this.name(named.data)
      }
    }
    const wished = wish.safeParse(fieldOf(result, 'notify.system'))
    if (wished.success) this.wanted = wished.data !== 'never'
  }

  private name({ id, kind, title }: ThreadName & { id: string }) {
    this.threads.delete(id)
    this.threads.set(id, { kind, title })
    if (this.threads.size <= KEPT_NAMES) return
    for (const [oldest] of this.threads) {
      this.threads.delete(oldest)
      return
    }
  }
}

const NEWS: readonly unknown[] = ['approval.opened', 'thread.changed', 'thread.created', 'settings.changed']

/** Looks at the type before it parses: most frames are pieces of a stream and none of our business. */
function newsworthy(frame: unknown): EventBody | null {
  const event = fieldOf(frame, 'event')
  return NEWS.includes(fieldOf(event, 'type')) ? (eventBody.safeParse(event).data ?? null) : null
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
