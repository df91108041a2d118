import { useApp, useSession } from '../../state/store'
import { InheritedRow } from '../../threads/inherited-row'
import { EmptyState } from '../../ui/empty-state'
import { Feed } from './feed'
import styles from './timeline.module.css'
import { TimelineHead } from './timeline-head'
import { useTrunk } from './use-trunk'

/** The transcript of the trunk with its graph as the left gutter, and a map of the whole beside it. */
export function Timeline() {
  const trunkId = useApp(({ ui }) => ui.trunkId)
  const known = useSession((session) => trunkId !== null && session.threads[trunkId] !== undefined, false)
  // A trunk of its own has its own scroll position, lanes and folds: hence the key.
  return trunkId !== null && known ? <TrunkTimeline key={trunkId} threadId={trunkId} /> : <NoTrunk />
}

function TrunkTimeline({ threadId }: { threadId: string }) {
  const trunk = useTrunk(threadId)
  return (
    <section className={styles.timeline} aria-label="Timeline">
      <TimelineHead threadId={threadId} turns={trunk.turns} />
      <Inherited threadId={threadId} />
      {trunk.rows.length === 0 ? (
        <EmptyState title="Nothing has been said yet">
          Write below what should happen. Every answer can then be forked: into several directions at once, each in a
          worktree of its own.
        </EmptyState>
      ) : (
        <Feed threadId={threadId} trunk={trunk} />
      )}
    </section>
  )
}

/** Where a fork shown as trunk comes from; it stands still while its turns are read. */
function Inherited({ threadId }: { threadId: string }) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  if (!thread || thread.parentId === null) return null
  return (
    <div className={styles.inherited}>
      <InheritedRow thread={thread} />
    </div>
  )
}

function NoTrunk() {
  const failure = useApp(({ view }) => view.sessionFailure)
  return (
    <section className={styles.timeline} aria-label="Timeline">
      {failure !== null && (
        <EmptyState title="This session could not be opened">
          <p role="alert">{failure}</p>
        </EmptyState>
      )}
    </section>
  )
}
