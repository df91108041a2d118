import { Columns2 } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import { useKeys } from '../../keyboard/use-keys'
import { useApp } from '../../state/store'
import { clearCompared, openCompare } from '../../state/ui-actions'
import { ThreadBadge } from '../../threads/thread-badge'
import { Button } from '../../ui/button'
import { keyText } from '../../ui/kbd'
import styles from './compare-bar.module.css'

/** While threads are marked: which, and the way to see them side by side. */
export function CompareBar() {
  const marked = useApp(useShallow(({ view, ui }) => ui.compared.flatMap((id) => view.session?.threads[id]?.id ?? [])))
  const keys = useKeys('compare')
  if (marked.length === 0) return null
  return (
    <section className={styles.bar} aria-label="Marked to compare">
      <Columns2 size={14} aria-hidden="true" />
      <ul className={styles.threads}>
        {marked.map((id) => (
          <MarkedThread key={id} threadId={id} />
        ))}
      </ul>
      {marked.length === 1 && keys !== null && <span className={styles.hint}>Mark another with {keyText(keys)}</span>}
      <span className="grow" />
      <Button small tone="ghost" onClick={clearCompared}>
        Clear
      </Button>
      <Button small disabled={marked.length < 2} onClick={() => openCompare(marked)}>
        Compare {marked.length}
      </Button>
    </section>
  )
}

function MarkedThread({ threadId }: { threadId: string }) {
  const title = useApp(({ view }) => view.session?.threads[threadId]?.title)
  return (
    <li className={styles.thread}>
      <ThreadBadge threadId={threadId} />
      <span className="cut">{title}</span>
    </li>
  )
}
