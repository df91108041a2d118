import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, memo, useCallback, useEffect, useRef, useState } from 'react'
import { classes } from '../../../ui/classes'
import { plural } from '../../../ui/format-count'
import { TickBox } from '../../../ui/tick-box'
import { statusText, statusWords } from './file-status'
import type { TreeRow } from './file-tree'
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

interface TreeItemProps {
  row: TreeRow
  top: number
  selected: boolean
  reachable: boolean
  picking: boolean
  onChoose: (row: TreeRow) => void
  onPick: (row: TreeRow, taken: boolean) => void
}

const CHECKED = { all: true, some: 'mixed', none: false } as const

const TreeItem = memo(function TreeItem({ row, top, selected, reachable, picking, onChoose, onPick }: TreeItemProps) {
  const { level, position, siblings, name, pick } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a tree are heard by the tree
    <div
      role="treeitem"
      className={classes(styles.row, selected && styles.selected, pick === 'none' && picking && styles.left)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 8 + (level - 1) * 14 }}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={row.kind === 'folder' ? row.expanded : undefined}
      aria-selected={row.kind === 'file' ? selected : undefined}
      aria-checked={picking ? CHECKED[pick] : undefined}
      aria-label={nameOf(row)}
      tabIndex={reachable ? 0 : -1}
      data-key={row.key}
      title={row.key}
      onClick={() => onChoose(row)}
    >
      {picking && (
        <TickBox label={`Take ${row.key}`} state={pick} reachable={false} onChange={(taken) => onPick(row, taken)} />
      )}
      {row.kind === 'folder' ? (
        <ChevronRight className={styles.chevron} data-open={row.expanded} aria-hidden="true" />
      ) : (
        <Letter row={row} />
      )}
      <span className={classes(styles.name, row.kind === 'file' && styles.file, 'cut')}>{name}</span>
      <Facts row={row} />
    </div>
  )
})

function Letter({ row }: { row: TreeRow & { kind: 'file' } }) {
  const { letter, word, tone } = statusWords(row.file.status)
  return (
    <span className={classes(styles.letter, styles[tone])} title={word}>
      {letter}
    </span>
  )
}

function Facts({ row }: { row: TreeRow }) {
  if (row.kind === 'folder') {
    return (
      <>
        <span className={styles.status}>{row.expanded ? '' : plural(row.paths.length, 'file')}</span>
        <Counts added={row.added} removed={row.removed} />
      </>
    )
  }
  const { file } = row
  const word = statusWords(file.status)
  return (
    <>
      <span className={styles.status} data-bad={word.tone === 'bad' || undefined}>
        {file.status === 'modified' ? '' : word.word}
      </span>
      {file.added === null ? (
        <span className={styles.binary}>binary</span>
      ) : (
        <Counts added={file.added} removed={file.removed ?? 0} />
      )}
    </>
  )
}

function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <>
      <span className={`${styles.added} num`}>{added > 0 && `+${added.toLocaleString('en-US')}`}</span>
      <span className={`${styles.removed} num`}>{removed > 0 && `−${removed.toLocaleString('en-US')}`}</span>
    </>
  )
}

/** What a screen reader says of a row. */
function nameOf(row: TreeRow): string {
  const lines = [row.added > 0 && `${row.added} added`, row.removed > 0 && `${row.removed} removed`]
  const words =
    row.kind === 'folder'
      ? [plural(row.paths.length, 'file'), ...lines]
      : [statusText(row.file), row.file.added === null && 'binary', ...lines]
  return [row.name, ...words.filter((word) => word !== false)].join(', ')
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
