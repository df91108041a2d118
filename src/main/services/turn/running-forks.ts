// The reminder that lists a thread's running forks, whenever that list changed since the model was last told.
import type { ThreadState } from '../../../shared/domain/thread'
import { LIVE_STATES } from '../../../shared/domain/thread'
import type { Store } from '../../store/store'

const MARK = 'Forks of yours that still run:'

/** The reminder's text, or null when the model knows the list already. */
export function runningForksReminder(store: Store, threadId: string): string | null {
  const running = store.threads
    .children(threadId)
    .filter((child) => child.startedBy === 'model' && LIVE_STATES.has(child.state satisfies ThreadState))
  const text = reminderText(running)
  const last = store.blocks
    .own(threadId)
    .findLast((block) => block.origin === 'app' && block.type === 'text' && block.json.includes(MARK))
  if (!last) return running.length === 0 ? null : text
  return (JSON.parse(last.json) as { text: string }).text === text ? null : text
}

function reminderText(running: readonly { id: string; title: string }[]): string {
  const list = running.map((child) => `${child.id} (${child.title})`).join('; ')
  return `<system-reminder>${MARK} ${list || 'none'}. Their results arrive as task notifications; do not guess them.</system-reminder>`
}
