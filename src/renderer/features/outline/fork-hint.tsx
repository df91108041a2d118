import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ThreadKind } from '../../../shared/domain/thread'
import { useHost } from '../../client/use-host'
import { hintGiven, rememberHint } from '../../state/kept-hints'
import { useApp, useSession } from '../../state/store'
import { IconButton } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import styles from './fork-hint.module.css'

const FIRST_FORK = 'first fork'
/** With more than these the outline needs the room, and nobody needs the hint. */
const FEW_FORKS = 8

/** Children that know the conversation; agents and islands do not. */
const FORKED: ReadonlySet<ThreadKind> = new Set(['fork', 'branch'])

/** Below the outline: how to fork while nothing was forked yet, and once, with the first fork, what came of it. */
export function ForkHint() {
  const host = useHost()
  const forks = useSession(
    ({ threadIds, threads }) => threadIds.filter((id) => FORKED.has(threads[id]?.kind ?? 'main')).length,
    0,
  )
  const forkable = useSession(
    ({ turns }) => Object.values(turns).some((list) => list.some((turn) => turn.forkable)),
    false,
  )
  // A session that had forks when it was opened has taught this already.
  const [began] = useState(forks)
  const known = useApp(({ view }) => view.settings !== null)
  // Asked once: it stays while it is read, though it counts as given from then on.
  const [open, setOpen] = useState<boolean | null>(null)
  if (open === null && known) setOpen(!hintGiven(FIRST_FORK))
  const first = began === 0 && forks > 0 && forks <= FEW_FORKS && open === true
  useEffect(() => {
    if (first) void rememberHint(host, FIRST_FORK)
  }, [first, host])
  if (forks === 0 && forkable) {
    return (
      <p className={styles.hint}>
        No forks yet. Point at a turn and press <Kbd action="fork" />: each line you write there becomes a fork that
        knows all of this conversation, and its price is said before.
      </p>
    )
  }
  if (!first) return null
  return (
    <div className={styles.hint} role="note">
      <p>
        <b>Your first fork.</b> It works on its own, and its line in the timeline says what it does. What it changes
        stays in its own place until you take it; when it is done, it reports to where it left.
      </p>
      <IconButton small label="Close the hint" icon={<X />} onClick={() => setOpen(false)} />
    </div>
  )
}
