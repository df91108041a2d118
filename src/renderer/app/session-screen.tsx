import { Folder, LibraryBig, Plus, SlidersHorizontal } from 'lucide-react'
import { ApprovalCard } from '../features/approvals/approval-card'
import { CompareBar } from '../features/compare/compare-bar'
import { Composer } from '../features/composer/composer'
import { Inspector } from '../features/inspector/inspector'
import { Outline } from '../features/outline/outline'
import { Timeline } from '../features/timeline/timeline'
import { useApp, useSession } from '../state/store'
import { goTo, goToLibrary, openDialog } from '../state/ui-actions'
import { Kbd } from '../ui/kbd'
import styles from './app.module.css'
import { NewsBar } from './news-bar'
import { StoppedBar } from './stopped-bar'
import { TopBar } from './top-bar'

/** A session: outline, timeline over composer, inspector. */
export function SessionScreen() {
  const sidebar = useApp(({ ui }) => ui.sidebar)
  const threadId = useApp(({ ui }) => ui.threadId)
  const known = useSession((session) => threadId !== null && session.threads[threadId] !== undefined, false)
  const inspecting = useApp(({ ui }) => ui.inspector.open) && known
  return (
    <div className={styles.session} data-sidebar={sidebar}>
      <TopBar />
      {sidebar && (
        <aside className={styles.side} aria-label="Sidebar">
          <div className={styles.outline}>
            <Outline />
          </div>
          <Places />
        </aside>
      )}
      <main className={styles.work} data-inspector={inspecting}>
        <div className={styles.center}>
          <div className={styles.stage}>
            <Timeline />
            <ApprovalCard />
          </div>
          <CompareBar />
          <StoppedBar />
          <NewsBar />
          {threadId !== null && known && <Composer key={threadId} threadId={threadId} />}
        </div>
        {inspecting && threadId !== null && <Inspector key={threadId} threadId={threadId} />}
      </main>
    </div>
  )
}

function Places() {
  return (
    <nav className={styles.places} aria-label="Places">
      <button type="button" onClick={() => goTo({ screen: 'home' })}>
        <Folder size={14} aria-hidden="true" />
        All sessions
      </button>
      <button type="button" onClick={() => openDialog({ kind: 'new-session' })}>
        <Plus size={14} aria-hidden="true" />
        New session
        <Kbd action="new-session" />
      </button>
      <button type="button" onClick={goToLibrary}>
        <LibraryBig size={14} aria-hidden="true" />
        Library
        <Kbd action="library" />
      </button>
      <button type="button" onClick={() => goTo({ screen: 'settings' })}>
        <SlidersHorizontal size={14} aria-hidden="true" />
        Settings
      </button>
    </nav>
  )
}
