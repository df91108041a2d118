// A real table of which only the rows in view exist: a long thread makes thousands of requests.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useRef } from 'react'
import styles from './virtual-table.module.css'

interface VirtualTableProps<Row> {
  /** The accessible name. */
  caption: string
  head: ReactNode
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The `tr`s of one row: more than one where there is something to say below it. */
  children: (row: Row, index: number) => ReactNode
  foot?: ReactNode
  className?: string
}

const ROW = 25

/** Scrolls by itself and fills its place; the head stays in view. */
export function VirtualTable<Row>({ caption, head, rows, keyOf, children, foot, className }: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useTableRows(rows, keyOf, scroller)
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={caption}>
      <table className={className} aria-rowcount={rows.length + 1}>
        <caption className="sr">{caption}</caption>
        <thead className={styles.head}>{head}</thead>
        <Space height={above} />
        {items.map(({ index, key }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <tbody key={key} ref={virtualizer.measureElement} data-index={index}>
                {children(row, index)}
              </tbody>
            )
          )
        })}
        <Space height={below} />
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </section>
  )
}

function useTableRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  scroller: RefObject<HTMLDivElement | null>,
) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    estimateSize: () => ROW,
    overscan: 12,
  })
}

/** Stands for the rows that are not in view. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td className={styles.space} style={{ height }} />
      </tr>
    </tbody>
  )
}
