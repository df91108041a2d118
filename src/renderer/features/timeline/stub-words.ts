import type { Thread } from '../../../shared/domain/thread'
import { shortReason } from '../../threads/thread-words'
import { plural } from '../../ui/format-count'

const MAX_NAME = 300

/** What a fork's article is named after: its directive on one line, or its title when it has none. */
export function stubName(thread: Pick<Thread, 'directive' | 'title'>): string {
  const name = (thread.directive ?? thread.title).replace(/\s+/g, ' ').trim() || thread.title
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name
}

/** The second line of a fork: what it does now, else what it reported, else why it is as it is, else what it was told. */
export function stubDetail(
  thread: Pick<Thread, 'state' | 'activity' | 'report' | 'stateReason' | 'directive' | 'title' | 'steps'>,
): {
  text: string
  code: boolean
} {
  if (thread.activity) return { text: thread.activity, code: true }
  if (thread.state === 'done' && thread.report !== null) return { text: thread.report, code: false }
  const reason = shortReason(thread)
  if (reason) return { text: reason, code: false }
  if (thread.state === 'queued') return { text: 'starts when a place is free', code: false }
  const told = thread.directive?.replace(/\s+/g, ' ').trim() ?? ''
  // The title is the beginning of the directive; saying it twice says nothing.
  if (told !== thread.title) return { text: told, code: false }
  return { text: plural(thread.steps, 'step'), code: false }
}
