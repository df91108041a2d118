import { useState } from 'react'
import type { Turn } from '../../../shared/domain/turn'
import { useAriaKeys } from '../../keyboard/use-keys'
import { useSession } from '../../state/store'
import { revealRow, showAsTrunk } from '../../state/ui-actions'
import { StateLabel } from '../../threads/state-label'
import { ThreadBadge } from '../../threads/thread-badge'
import { Siblings, ThreadPath } from '../../threads/thread-path'
import { Button } from '../../ui/button'
import { plural } from '../../ui/format-count'
import { Kbd } from '../../ui/kbd'
import { FoundBar } from './found-bar'
import styles from './timeline.module.css'

/** Says whose turns these are, and leads to one of them. */
export function TimelineHead({ threadId, turns }: { threadId: string; turns: readonly Turn[] }) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  if (!thread) return null
  return (
    <header className={styles.head}>
      <ThreadPath threadId={threadId} onStep={showAsTrunk} />
      <ThreadBadge threadId={threadId} />
      <h2 className="cut">{thread.kind === 'main' ? 'Main' : thread.title}</h2>
      <StateLabel thread={thread} />
      <span className={styles.dot} aria-hidden="true">
        ·
      </span>
      <span className="num">{plural(turns.length, 'turn')}</span>
      <span className="grow" />
      <Siblings threadId={threadId} onStep={showAsTrunk} />
      <FoundBar threadId={threadId} turns={turns} />
      {turns.length > 1 && <JumpToTurn turns={turns} />}
    </header>
  )
}

/** The id by which the G key finds the button. */
export const JUMP_BUTTON_ID = 'jump-to-turn'

function JumpToTurn({ turns }: { turns: readonly Turn[] }) {
  const jumpKeys = useAriaKeys('jump')
  const [asking, setAsking] = useState(false)
  if (!asking) {
    return (
      <Button id={JUMP_BUTTON_ID} small tone="ghost" aria-keyshortcuts={jumpKeys} onClick={() => setAsking(true)}>
        Jump to turn <Kbd action="jump" />
      </Button>
    )
  }
  const last = turns.at(-1)?.n ?? 1
  const jump = (value: string) => {
    const n = Math.min(last, Math.max(1, Number.parseInt(value, 10) || 1))
    const turn = turns.find((each) => each.n === n)
    if (turn) revealRow(turn.id, true)
    setAsking(false)
  }
  return (
    <input
      // The person has just pressed the button (or G) that this field takes the place of.
      ref={(field) => field?.focus()}
      className={styles.jump}
      inputMode="numeric"
      aria-label={`Turn number, 1 to ${last}`}
      placeholder={`1–${last}`}
      onBlur={() => setAsking(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') jump(event.currentTarget.value)
        if (event.key === 'Escape') setAsking(false)
        event.stopPropagation()
      }}
    />
  )
}
