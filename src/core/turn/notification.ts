// The <task-notification> element: how a finished thread's result reaches its parent.
import { cutAt } from '../content/replacement'

export interface NotificationFacts {
  taskId: string
  toolUseId: string | null
  status: 'completed' | 'failed' | 'stopped' | 'turn-limit'
  summary: string
  result: string
  usage: { tokens: number; toolUses: number; durationMs: number }
  worktree: { path: string; branch: string; head: string; filesChanged: number } | null
  /** Facts from the runtime that stand beside the text: calls that were refused, background commands that still ran. */
  remarks: readonly string[]
}

/** What of a result reaches the parent; the whole of it stands in the thread's own transcript. */
const MOST_RESULT_CHARS = 50_000
/** Kept free for the note, so that the two together are not replaced by a preview. */
const NOTE_CHARS = 100

/** A result as the parent gets it: cut where it is too long, with a note of where the rest is. */
export function cutResult(result: string): string {
  if (result.length <= MOST_RESULT_CHARS) return result
  const cut = cutAt(result, MOST_RESULT_CHARS - NOTE_CHARS)
  return `${cut}\n[cut: ${result.length - cut.length} more characters stand in the agent's own transcript]`
}

/** Renders the element; every text inside is escaped, so that a result cannot pose as another element. */
export function notificationText(facts: NotificationFacts): string {
  const lines = [
    '<task-notification>',
    element('task-id', facts.taskId),
    ...(facts.toolUseId ? [element('tool-use-id', facts.toolUseId)] : []),
    element('status', facts.status),
    element('summary', facts.summary),
    element('result', facts.result),
    `<usage tokens="${facts.usage.tokens}" tool-uses="${facts.usage.toolUses}" duration-ms="${facts.usage.durationMs}"/>`,
  ]
  if (facts.worktree) {
    const { path, branch, head, filesChanged } = facts.worktree
    lines.push(
      `<worktree path="${escapeText(path)}" branch="${escapeText(branch)}" head="${escapeText(head)}" files-changed="${filesChanged}"/>`,
    )
  }
  for (const remark of facts.remarks) lines.push(element('remark', remark))
  return [...lines, '</task-notification>'].join('\n')
}

function element(name: string, content: string): string {
  return `<${name}>${escapeText(content)}</${name}>`
}

/** Text that stands within an element of the app's and cannot end it. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
