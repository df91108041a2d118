import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { classes } from '../../../ui/classes'
import { plural } from '../../../ui/format-count'
import { TickBox } from '../../../ui/tick-box'
import { statusText, statusWords } from './file-status'
import type { TreeRow } from './file-tree'
import styles from './file-tree-view.module.css'

interface TreeItemProps {
  row: TreeRow
  top: number
  selected: boolean
  reachable: boolean
  picking: boolean
  onFocus: (key: string) => void
  onChoose: (row: TreeRow) => void
  onPick: (row: TreeRow, taken: boolean) => void
}

const CHECKED = { all: true, some: 'mixed', none: false } as const

/** One row of the tree: a folder that folds, or a file with what happened to it. */
export const TreeItem = memo(function TreeItem({
  row,
  top,
  selected,
  reachable,
  picking,
  onFocus,
  onChoose,
  onPick,
}: TreeItemProps) {
  const { level, position, siblings, name, pick } = row
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a tree are heard by the tree
    <div
      role="treeitem"
      className={classes(styles.row, selected && styles.selected, pick === 'none' && picking && styles.left)}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 16 + (level - 1) * 14 }}
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
      onFocus={() => onFocus(row.key)}
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
