import { useVirtualizer } from '@tanstack/react-virtual'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { DiffView } from '../../../ui/diff-view'
import { TickBox } from '../../../ui/tick-box'
import type { DiffRow } from './diff-pieces'
import styles from './file-diff.module.css'

interface HunkListProps {
  label: string
  rows: readonly DiffRow[]
  split: boolean
  /** The hunks a merge takes; null where that cannot be chosen. */
  picked: readonly string[] | null
  onPick: (hunkId: string, taken: boolean) => void
  ref: Ref<HTMLElement>
}

const BAR = 24
const LINE = 18

/** The hunks of a file, of which only the pieces in view are drawn: a file of any length scrolls as a short one does. */
export function HunkList({ label, rows, split, picked, onPick, ref }: HunkListProps) {
  const scroller = useRef<HTMLElement>(null)
  useImperativeHandle(ref, () => scroller.current as HTMLDivElement, [])
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => `${split} ${rows[index]?.key ?? index}`,
    estimateSize: (index) => {
      const row = rows[index]
      return row?.kind === 'piece' ? row.lines * LINE : BAR
    },
    overscan: 2,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={label}>
      <div className={styles.content} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                ref={list.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.kind === 'hunk' ? (
                  <HunkBar row={row} taken={picked?.includes(row.id) ?? null} onPick={onPick} />
                ) : (
                  <DiffView text={row.text} split={split} heads={false} />
                )}
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}

interface HunkBarProps {
  row: DiffRow & { kind: 'hunk' }
  /** Null where it cannot be chosen. */
  taken: boolean | null
  onPick: HunkListProps['onPick']
}

function HunkBar({ row, taken, onPick }: HunkBarProps) {
  const { id, title, added, removed } = row
  return (
    <div className={styles.bar}>
      {taken !== null && (
        <TickBox label={`Take ${title}`} state={taken ? 'all' : 'none'} onChange={(next) => onPick(id, next)} />
      )}
      <span className="cut">{title}</span>
      {taken === false && <span className={styles.left}>left out</span>}
      <span className="grow" />
      {added > 0 && <span className={`${styles.added} num`}>+{added.toLocaleString('en-US')}</span>}
      {removed > 0 && <span className={`${styles.removed} num`}>−{removed.toLocaleString('en-US')}</span>}
    </div>
  )
}
