import { useMemo } from 'react'
import { DiffView } from '../../ui/diff-view'
import { splitDiff } from '../../ui/split-diff'
import styles from './cells.module.css'
import type { ColumnReading } from './use-readings'

/** What a thread changed in one file. */
export function DiffCell({ reading, path }: { reading: ColumnReading; path: string }) {
  const diff = reading.kind === 'read' ? reading.answer.diff : ''
  const text = useMemo(() => splitDiff(diff).files.find((file) => file.path === path)?.text, [diff, path])
  const file = reading.kind === 'read' ? reading.answer.files.find((each) => each.path === path) : undefined
  if (!file) return <p className={styles.quiet}>Not touched</p>
  if (file.added === null) return <p className={styles.quiet}>A binary file: it cannot be shown as text.</p>
  if (text === undefined) return <p className={styles.quiet}>Its text is beyond the part that was read.</p>
  if (!/^@@ /m.test(text)) return <p className={styles.quiet}>Its name or its mode changed, not its content.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className={styles.diff} tabIndex={0} aria-label={`Diff of ${path}`}>
      <DiffView text={text} />
    </section>
  )
}
