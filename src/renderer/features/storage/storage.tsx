import { lazy, Suspense } from 'react'

/** Loaded when it is first looked at. */
const StorageView = lazy(async () => ({ default: (await import('./storage-view')).StorageView }))

/** All worktrees of all sessions: what they take, what does not agree, and what to do about it. */
export function Storage() {
  return (
    <Suspense fallback={<main aria-busy="true" />}>
      <StorageView />
    </Suspense>
  )
}
