import { Cable, ChevronsDownUp, ChevronsUpDown } from 'lucide-react'
import type { Turn } from '../../../shared/domain/turn'
import { useAriaKeys } from '../../keyboard/use-keys'
import { appStore, useApp } from '../../state/store'
import { openDialog, setFold, showOnWire } from '../../state/ui-actions'
import { CopyButton } from '../../transcript/code-block'
import { Button, IconButton } from '../../ui/button'
import { Kbd } from '../../ui/kbd'
import { BranchSign, ForkSign } from '../../ui/signs'
import { lastRequestOf } from './turn-money'
import styles from './turn-row.module.css'

interface TurnActionsProps {
  turn: Turn
  threadId: string
  answer: string
}

/** What can be done with a turn. Seen on hover and focus, always there for the keyboard and for a screen reader. */
export function TurnActions({ turn, threadId, answer }: TurnActionsProps) {
  const folded = useApp(({ ui }) => ui.folds[turn.id] === true)
  const forkKeys = useAriaKeys('fork')
  const why = whyNotForkable(turn)
  const start = (as: 'fork' | 'branch') => {
    if (why === null) openDialog({ kind: 'fork', threadId, turnId: turn.id, turnN: turn.n, as })
  }
  const from = turn.state === 'running' ? 'from its last message whose calls are answered' : undefined
  return (
    <span className={styles.actions}>
      <Button
        small
        icon={<ForkSign />}
        aria-label={`Fork from turn ${turn.n}`}
        aria-keyshortcuts={forkKeys}
        aria-haspopup="dialog"
        aria-disabled={why !== null}
        title={why ?? from}
        onClick={() => start('fork')}
      >
        Fork <Kbd action="fork" />
      </Button>
      <IconButton
        small
        icon={<BranchSign />}
        label={`Branch from turn ${turn.n}`}
        aria-haspopup="dialog"
        aria-disabled={why !== null}
        title={why ?? 'Branch: a copy to go on talking in'}
        onClick={() => start('branch')}
      />
      <IconButton
        small
        icon={<Cable />}
        label={`Show turn ${turn.n} on the wire`}
        onClick={() => showTurnOnWire(turn)}
      />
      <CopyButton text={answer} label={`Copy turn ${turn.n}`} />
      <IconButton
        small
        icon={folded ? <ChevronsUpDown /> : <ChevronsDownUp />}
        label={`${folded ? 'Open' : 'Fold'} turn ${turn.n}`}
        onClick={() => setFold(turn.id, !folded)}
      />
    </span>
  )
}

/** Shows the request that ended the turn: it carries everything the turn said. */
function showTurnOnWire(turn: Turn) {
  const session = appStore.getState().view.session
  const turns = session?.turns[turn.threadId] ?? []
  const requests = session?.requests[turn.threadId] ?? []
  showOnWire(turn.threadId, lastRequestOf(turn, turns, requests)?.id ?? null)
}

function whyNotForkable(turn: Turn): string | null {
  if (turn.forkable) return null
  return turn.state === 'queued' || turn.state === 'running'
    ? 'Not yet: the model has not completed a message in this turn'
    : 'The model completed no message in this turn'
}
