import { ChevronDown, ChevronUp, X } from 'lucide-react'
import type { Turn } from '../../../shared/domain/turn'
import { useApp } from '../../state/store'
import { forgetFound, showFound } from '../../state/ui-actions'
import { IconButton } from '../../ui/button'
import styles from './found-bar.module.css'

/** While a search found something in this thread: which of its turns one is at, and the way to the others. */
export function FoundBar({ threadId, turns }: { threadId: string; turns: readonly Turn[] }) {
  const found = useApp(({ ui }) => ui.found)
  const here = found ? turns.filter(({ id }) => found.turnIds.includes(id)) : []
  if (!found || here.length === 0) return null
  const at = here.findIndex(({ id }) => id === found.turnId)
  const go = (index: number) => {
    const turn = here[(index + here.length) % here.length]
    if (turn) showFound(threadId, { ...found, turnId: turn.id, itemId: null })
  }
  return (
    <fieldset className={styles.found} aria-label="Found turns">
      <span className={`cut ${styles.text}`} title={found.text}>
        “{found.text}”
      </span>
      <span className="num">
        {at < 0 ? '' : `${at + 1} of `}
        {here.length}
      </span>
      <IconButton small label="Found turn before" icon={<ChevronUp />} onClick={() => go(at < 0 ? -1 : at - 1)} />
      <IconButton small label="Next found turn" icon={<ChevronDown />} onClick={() => go(at + 1)} />
      <IconButton small label="Take the search marks away" icon={<X />} onClick={forgetFound} />
    </fieldset>
  )
}
