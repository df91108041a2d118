import { CircleX } from 'lucide-react'
import { showOnWire } from '../../state/ui-actions'
import { type CacheMiss, missText } from '../../threads/cache-miss'
import styles from './miss-mark.module.css'

/** The red mark of a turn whose request missed the cache: why, what it cost, and the way to the bytes. */
export function MissMark({ threadId, misses }: { threadId: string; misses: readonly CacheMiss[] }) {
  const [worst, ...others] = misses
  if (!worst) return null
  return (
    <button
      type="button"
      className={styles.miss}
      title="Show on the wire"
      onClick={() => showOnWire(threadId, worst.requestId)}
    >
      <CircleX aria-hidden="true" />
      <span className="num">
        {missText(worst)}
        {others.length > 0 && `, and ${others.length} more`}
      </span>
    </button>
  )
}
