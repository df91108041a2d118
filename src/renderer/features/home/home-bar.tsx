import { Plus, Search, ShieldAlert } from 'lucide-react'
import type { Project, SessionListEntry } from '../../../shared/domain/session'
import { openDialog } from '../../state/ui-actions'
import { Button } from '../../ui/button'
import { formatMoney } from '../../ui/format-money'
import { Kbd } from '../../ui/kbd'
import { ForkSign } from '../../ui/signs'
import styles from './home-bar.module.css'

interface HomeBarProps {
  /** The chosen project; null: all of them. */
  project: Project | null
  sessions: readonly SessionListEntry[]
  busy: boolean
  onNewSession: () => void
}

/** The bar over Home: where one is, what it all cost, and the way to a new session. */
export function HomeBar({ project, sessions, busy, onNewSession }: HomeBarProps) {
  const spent = sumOf(sessions.map((session) => session.money.nanoUsd))
  const without = sumOf(sessions.map((session) => session.money.withoutSharingNanoUsd))
  return (
    <header className={styles.bar}>
      <span className={styles.brand}>
        <ForkSign />
        <b>Tine</b>
      </span>
      <h1 className={`${styles.title} cut`}>{project ? project.name : 'All sessions'}</h1>
      {project && !project.trusted && (
        <Button
          small
          tone="ghost"
          icon={<ShieldAlert />}
          onClick={() => openDialog({ kind: 'trust', projectId: project.id })}
        >
          Restricted
        </Button>
      )}
      <span className="grow" />
      <Button
        tone="ghost"
        icon={<Search />}
        aria-keyshortcuts="Control+K"
        onClick={() => openDialog({ kind: 'palette' })}
      >
        Search or run <Kbd action="palette" />
      </Button>
      {spent !== null && (
        <>
          <span className={styles.rule} />
          <span className={styles.meter}>
            <span>
              Spent <b>{formatMoney(spent)}</b>
            </span>
            {without !== null && without > spent && (
              <span>
                Saved <b>{formatMoney(without - spent)}</b>
              </span>
            )}
          </span>
        </>
      )}
      <span className={styles.rule} />
      <Button tone="primary" icon={<Plus />} disabled={busy} aria-keyshortcuts="Control+N" onClick={onNewSession}>
        New session <Kbd action="new-session" />
      </Button>
    </header>
  )
}

/** The sum of what has a price; null when nothing has. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce((sum, amount) => (amount === null ? sum : (sum ?? 0) + amount), null)
}
