// The <task-notification> element: how a finished thread's result reaches its parent.

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
