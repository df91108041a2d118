import { lazy, Suspense } from 'react'

/** Loaded when it is first looked at. */
const LibraryView = lazy(async () => ({ default: (await import('./library-view')).LibraryView }))

/** What people keep as files, for themselves and in a project: what of it counts, and why the rest does not. */
export function Library() {
  return (
    <Suspense fallback={<main aria-busy="true" />}>
      <LibraryView />
    </Suspense>
  )
}
