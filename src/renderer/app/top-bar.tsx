import { PanelLeft, Search } from 'lucide-react'
import { LIVE_STATES } from '../../shared/domain/live-states'
import { useAriaKeys } from '../keyboard/use-keys'
import { useApp, useSession } from '../state/store'
import { goTo, openDialog, toggleSidebar } from '../state/ui-actions'
import { Badge } from '../ui/badge'
import { Button, IconButton } from '../ui/button'
import { Kbd } from '../ui/kbd'
import { ForkSign, StopSign } from '../ui/signs'
import { SessionMeter } from './session-meter'
import { ThreadCounts } from './thread-counts'
import styles from './top-bar.module.css'
import { useInDemo } from './use-in-demo'

/** The bar over a session: where one is, what is spent, what runs, and how to stop it. */
export function TopBar() {
  const paletteKeys = useAriaKeys('palette')
  const stopAllKeys = useAriaKeys('stop-all')
  const known = useApp(({ view }) => view.session !== null)
  const demo = useInDemo()
  const running = useSession(({ threads }) => Object.values(threads).some(({ state }) => LIVE_STATES.has(state)), false)
  return (
    <header className={styles.bar}>
      <div className={styles.brand}>
        <ForkSign />
        <b>Tine</b>
        <IconButton small className={styles.toggle} label="Outline" icon={<PanelLeft />} onClick={toggleSidebar} />
      </div>
      <Crumbs />
      {demo && <Badge className={styles.demo}>demo: scripted model</Badge>}
      <span className="grow" />
      <Button
        tone="ghost"
        icon={<Search />}
        aria-label="Search or run"
        aria-keyshortcuts={paletteKeys}
        onClick={() => openDialog({ kind: 'palette' })}
      >
        <span className={styles.search}>Search or run</span> <Kbd action="palette" />
      </Button>
      {known && (
        <>
          <span className={styles.rule} />
          <SessionMeter />
          <span className={styles.rule} />
          <ThreadCounts />
          <Button
            icon={<StopSign />}
            disabled={!running}
            aria-keyshortcuts={stopAllKeys}
            onClick={() => openDialog({ kind: 'stop-all' })}
          >
            Stop all
          </Button>
        </>
      )}
    </header>
  )
}

function Crumbs() {
  const title = useSession((session) => session.session.title, '')
  const projectId = useSession((session) => session.session.projectId, '')
  const project = useApp(({ view }) => view.projects?.find((each) => each.id === projectId))
  return (
    <nav className={styles.crumbs} aria-label="Place">
      <button type="button" className={styles.project} onClick={() => goTo({ screen: 'home' })}>
        {project?.name ?? 'All sessions'}
      </button>
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <h1 className="cut" title={title}>
        {title}
      </h1>
      {project && !project.trusted && (
        <Button
          small
          tone="ghost"
          className={styles.trust}
          onClick={() => openDialog({ kind: 'trust', projectId: project.id })}
        >
          Restricted
        </Button>
      )}
    </nav>
  )
}
