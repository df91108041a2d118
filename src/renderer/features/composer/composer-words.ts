// What the composer says in its empty field and below it.
import type { Thread } from '../../../shared/domain/thread'
import { isFinishedWorker } from './send-text'

/** Whom the field writes to and when it is read. */
export function placeholderOf(thread: Thread, live: boolean): string {
  const whom = thread.kind === 'main' ? 'Main' : `this ${thread.kind}`
  if (thread.state === 'discarded') return `This ${thread.kind} was discarded`
  if (thread.state === 'waiting-approval') return `Write to ${whom}; it is read after the approvals`
  if (live) return `Write to ${whom}; it is read when this turn ends`
  return isFinishedWorker(thread) ? `Ask ${whom} something further; it goes on from its end` : `Write to ${whom}`
}

export interface HintFacts {
  connected: boolean
  busy: boolean
  said: string | null
  live: boolean
  hasText: boolean
  steer: boolean
}

/** What happens to the text, or what happened to the last one; empty when there is nothing to say. */
export function hintOf({ connected, busy, said, live, hasText, steer }: HintFacts): string {
  if (!connected) return 'Not connected; what you send leaves when the connection is back'
  if (busy) return 'Sending…'
  if (said) return said
  if (!live || !hasText) return ''
  return steer ? 'Read after the next tool of this turn' : 'Queued until this turn ends'
}
