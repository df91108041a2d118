import { Columns2 } from 'lucide-react'
import { useApp } from '../state/store'
import styles from './compare-mark.module.css'

/** Says that a thread is marked to be compared; nothing while it is not. */
export function CompareMark({ threadId }: { threadId: string }) {
  const marked = useApp(({ ui }) => ui.compared.includes(threadId))
  if (!marked) return null
  return (
    <span className={styles.mark} title="Marked to compare">
      <Columns2 size={12} aria-hidden="true" />
      <span className="sr">marked to compare</span>
    </span>
  )
}
