import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { TreeRow } from './file-tree'
import { TreeItem } from './file-tree-item'
import styles from './file-tree-view.module.css'

export interface FileTreeActs {
  onShow: (path: string) => void
  /** Goes into the difference of the file that is shown. */
  onEnter: () => void
  onFold: (key: string, folded: boolean) => void
  onPick: (paths: readonly string[], taken: boolean) => void
}

interface FileTreeViewProps extends FileTreeActs {
  rows: readonly TreeRow[]
  /** The file whose change is shown. */
  shown: string | null
  /** Whether what a merge takes can be chosen here. */
  picking: boolean
}

const ROW = 26

/** The changed files as a tree of which only the rows in view exist. The arrows walk and fold, Space takes or leaves out. */
export function FileTreeView({ rows, shown, picking, ...acts }: FileTreeViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const [focused, setFocused] = useState<string | null>(null)
  const [moved, setMoved] = useState(false)
  const reachable = rows.find(({ key }) => key === (focused ?? shown))?.key ?? rows[0]?.key
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const row = moved ? rowOf(scroller.current, focused) : null
    if (!row) return
    row.focus({ preventScroll: true })
    setMoved(false)
  })
  const goTo = (index: number) => {
    const row = rows[index]
    if (!row) return
    list.scrollToIndex(index)
    setFocused(row.key)
    setMoved(true)
    if (row.kind === 'file') acts.onShow(row.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const index = rows.findIndex(({ key }) => key === reachable)
    const row = rows[index]
    const act = KEYS[event.key]
    if (!row || !act) return
    event.preventDefault()
    act({ rows, row, index, goTo, acts, picking })
  }
  const choose = useCallback((row: TreeRow) => {
    setFocused(row.key)
    if (row.kind === 'file') latest.current.onShow(row.key)
    else latest.current.onFold(row.key, row.expanded)
  }, [])
  const pick = useCallback((row: TreeRow, taken: boolean) => latest.current.onPick(pathsOf(row), taken), [])
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Changed files"
      tabIndex={-1}
      data-single-keys=""
      style={{ '--rows': `${list.getTotalSize()}px` } as CSSProperties}
      onKeyDown={onKeyDown}
    >
      <div role="none" className={styles.content} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            row && (
              <TreeItem
                key={row.key}
                row={row}
                top={start}
                selected={row.key === shown}
                reachable={row.key === reachable}
                picking={picking}
                onFocus={setFocused}
                onChoose={choose}
                onPick={pick}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

function pathsOf(row: TreeRow): readonly string[] {
  return row.kind === 'folder' ? row.paths : [row.key]
}

function rowOf(scroller: HTMLElement | null, key: string | null): HTMLElement | null {
  return key === null ? null : (scroller?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null)
}

interface Place {
  rows: readonly TreeRow[]
  row: TreeRow
  index: number
  goTo: (index: number) => void
  acts: FileTreeActs
  picking: boolean
}

function openOrEnter({ row, index, goTo, acts }: Place) {
  if (row.kind === 'file') acts.onEnter()
  else if (row.expanded) goTo(index + 1)
  else acts.onFold(row.key, false)
}

function foldOrLeave({ rows, row, goTo, acts }: Place) {
  if (row.kind === 'folder' && row.expanded) acts.onFold(row.key, true)
  else goTo(rows.findIndex(({ key }) => key === row.parentKey))
}

const KEYS: Record<string, (place: Place) => void> = {
  ArrowDown: ({ index, goTo }) => goTo(index + 1),
  ArrowUp: ({ index, goTo }) => goTo(index - 1),
  Home: ({ goTo }) => goTo(0),
  End: ({ rows, goTo }) => goTo(rows.length - 1),
  ArrowRight: openOrEnter,
  ArrowLeft: foldOrLeave,
  Enter: ({ row, acts }) => (row.kind === 'file' ? acts.onEnter() : acts.onFold(row.key, row.expanded)),
  ' ': ({ row, acts, picking }) => picking && acts.onPick(pathsOf(row), row.pick !== 'all'),
}
