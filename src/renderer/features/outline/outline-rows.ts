// The rows of the outline: the tree of threads, depth first, without what stands under a folded row. Pure.

export interface OutlineRow {
  threadId: string
  parentId: string | null
  /** 1 for the main thread. */
  level: number
  /** null: nothing stands under it. */
  expanded: boolean | null
  position: number
  siblings: number
}

/** Lists the visible threads from top to bottom. Siblings keep the order in which they were made. */
export function outlineRows(
  session: { threadIds: readonly string[]; threads: Readonly<Record<string, { parentId: string | null }>> },
  folds: Readonly<Record<string, boolean>>,
): OutlineRow[] {
  const children = new Map<string | null, string[]>()
  for (const id of session.threadIds) {
    const parent = session.threads[id]?.parentId ?? null
    const list = children.get(parent)
    if (list) list.push(id)
    else children.set(parent, [id])
  }
  const rows: OutlineRow[] = []
  const add = (parentId: string | null, level: number) => {
    const ids = children.get(parentId) ?? []
    ids.forEach((threadId, index) => {
      const expanded = children.has(threadId) ? folds[outlineFold(threadId)] !== true : null
      rows.push({ threadId, parentId, level, expanded, position: index + 1, siblings: ids.length })
      if (expanded) add(threadId, level + 1)
    })
  }
  add(null, 1)
  return rows
}

/** The key under which the fold of a row is kept, apart from the fold of the same thread's stub. */
export function outlineFold(threadId: string): string {
  return `outline ${threadId}`
}
