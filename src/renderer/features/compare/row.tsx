import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '../../state/store'
import { shownHue, threadMarks } from '../../threads/thread-marks'
import { IconButton } from '../../ui/button'
import { classes } from '../../ui/classes'
import styles from './row.module.css'
import type { Column } from './use-columns'

interface RowProps {
  /** What is compared in this row; '' where the cells say it themselves. */
  label: string
  columns: readonly Column[]
  cell: (column: Column, index: number) => ReactNode
  /** The row of headers, which stays in view. */
  head?: boolean
  /** Comes into view when it appears. */
  reveal?: boolean
  /** A row that can be taken away again. */
  onClose?: () => void
}

/** One row of the comparison: its label, then a cell for each thread, in the hue of the thread. */
export function Row({ label, columns, cell, head = false, reveal = false, onClose }: RowProps) {
  const marks = useSession(threadMarks, undefined)
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (reveal && label) row.current?.scrollIntoView({ block: 'nearest' })
  }, [reveal, label])
  return (
    <tr ref={row} className={classes(head && styles.headRow)}>
      <th className={styles.label} scope={head ? 'col' : 'row'}>
        {label === '' ? <span className="sr">{head ? 'Measure' : 'Actions'}</span> : <span>{label}</span>}
        {onClose && <IconButton small label="Close the diff" icon={<X />} onClick={onClose} />}
      </th>
      {columns.map((column, index) => {
        const Cell = head ? 'th' : 'td'
        return (
          <Cell
            key={column.thread.id}
            className={styles.cell}
            scope={head ? 'col' : undefined}
            data-hue={shownHue(column.thread, marks?.[column.thread.id])}
          >
            {cell(column, index)}
          </Cell>
        )
      })}
    </tr>
  )
}
