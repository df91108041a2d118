import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { useApp, useSession } from '../../state/store'
import { plural } from '../../ui/format-count'
import { ForkHint } from './fork-hint'
import { NeedsYou } from './needs-you'
import styles from './outline.module.css'
import { OutlineItem } from './outline-item'
import { outlineRows } from './outline-rows'
import { useTreeKeys } from './use-tree-keys'

const ROW = 41

/** The threads of the session as a tree, and above it what needs the person. */
export function Outline() {
  const threadIds = useSession((session) => session.threadIds, undefined)
  const sessionId = useSession((session) => session.session.id, '')
  if (!threadIds) return null
  return (
    <div className={styles.side}>
      <NeedsYou />
      <h2 className={styles.heading}>
        <span id="outline-heading">Outline</span> <span>{plural(threadIds.length, 'thread')}</span>
      </h2>
      <nav className={styles.nav} aria-label="Outline">
        <Tree />
      </nav>
      <ForkHint key={sessionId} />
    </div>
  )
}

function Tree() {
  const rows = useOutlineRows()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.threadId ?? index,
    estimateSize: () => ROW,
    overscan: 10,
  })
  const selected = useApp(({ ui }) => ui.threadId)
  const keys = useTreeKeys(rows, selected, scroller, virtualizer.scrollToIndex)
  const items = virtualizer.getVirtualItems()
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-labelledby="outline-heading"
      data-single-keys=""
      tabIndex={-1}
      onKeyDown={keys.onKeyDown}
    >
      <div role="none" className={styles.content} style={{ height: virtualizer.getTotalSize() }}>
        <div role="none" className={styles.shown} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ index }) => {
            const row = rows[index]
            return (
              row && (
                <OutlineItem
                  key={row.threadId}
                  row={row}
                  selected={selected === row.threadId}
                  reachable={keys.reachableId === row.threadId}
                  onFocus={keys.onFocusRow}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function useOutlineRows() {
  const folds = useApp(({ ui }) => ui.folds)
  const threadIds = useSession((session) => session.threadIds, undefined)
  // The shape of the tree is fixed by the parents, which never change: usage and states may, and rebuild nothing.
  const parents = useApp(
    useShallow(({ view: { session } }) => session?.threadIds.map((id) => session.threads[id]?.parentId ?? null) ?? []),
  )
  return useMemo(() => {
    const threads = Object.fromEntries((threadIds ?? []).map((id, index) => [id, { parentId: parents[index] ?? null }]))
    return outlineRows({ threadIds: threadIds ?? [], threads }, folds)
  }, [threadIds, parents, folds])
}
