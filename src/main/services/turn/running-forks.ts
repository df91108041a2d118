// The reminder that lists a thread's running forks, whenever that list changed since the model was last told.

import { escapeText } from '../../../core/turn/notification'
import type { ThreadState } from '../../../shared/domain/thread'
import { LIVE_STATES } from '../../../shared/domain/thread'
import type { Store } from '../../store/store'

const BEGIN = '<system-reminder>Forks of yours that still run:'

/** The reminder's text, or null when the model knows the list already. */
export function runningForksReminder(store: Store, threadId: string): string | null {
  const forks = store.threads.children(threadId).filter((child) => child.startedBy === 'model')
  if (forks.length === 0) return null // nothing was ever told: its history need not be searched for it
  const running = forks.filter((child) => LIVE_STATES.has(child.state satisfies ThreadState))
  const text = reminderText(running)
  const block = store.blocks
    .own(threadId)
    .findLast((own) => own.origin === 'app' && own.type === 'text' && textOf(own).startsWith(BEGIN))
  const last = block && textOf(block)
  if (last === undefined) return running.length === 0 ? null : text
  return last === text ? null : text
}

function textOf({ json }: { json: string }): string {
  return (JSON.parse(json) as { text: string }).text
}

function reminderText(running: readonly { id: string; title: string }[]): string {
  const list = running.map((child) => `${child.id} (${escapeText(child.title)})`).join('; ')
  return `${BEGIN} ${list || 'none'}. Their results arrive as task notifications; do not guess them.</system-reminder>`
}
