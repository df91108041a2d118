import { lazy, Suspense } from 'react'
import { useApp, useSession } from '../../state/store'
import { EmptyState } from '../../ui/empty-state'

/** Loaded when threads are first compared. */
const CompareView = lazy(async () => ({ default: (await import('./compare-view')).CompareView }))

/** Two to four threads of the open session in columns, from their common ancestor. */
export function Compare({ threadIds }: { threadIds: readonly string[] }) {
  const known = useSession((session) => threadIds.every((id) => session.threads[id]), null)
  const failure = useApp(({ view }) => view.sessionFailure)
  return (
    <main>
      {failure !== null && (
        <EmptyState title="This session could not be opened">
          <p role="alert">{failure}</p>
        </EmptyState>
      )}
      {known === false && (
        <EmptyState title="Not all of these threads are in this session">
          Mark two to four with C in the timeline or the outline, then compare them.
        </EmptyState>
      )}
      {known && (
        <Suspense fallback={null}>
          <CompareView threadIds={threadIds} />
        </Suspense>
      )}
    </main>
  )
}
