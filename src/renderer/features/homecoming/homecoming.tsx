// The dialogs that end a thread's work: bring it home, merge it, discard it. Loaded when the first of them is opened.
import { lazy, Suspense } from 'react'
import { useSession } from '../../state/store'

const LazyMerge = lazy(async () => ({ default: (await import('./merge-dialog')).MergeDialog }))
const LazyBringBack = lazy(async () => ({ default: (await import('./bring-back-dialog')).BringBackDialog }))
const LazyDiscard = lazy(async () => ({ default: (await import('./discard-dialog')).DiscardDialog }))

interface OfThread {
  threadId: string
  onClose: () => void
}

/** Merges what a thread changed into its parent's folder, or into a branch. */
export function MergeDialog({ threadId, onClose }: OfThread) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  return <Suspense fallback={null}>{thread && <LazyMerge thread={thread} onClose={onClose} />}</Suspense>
}

/** Gives a thread's result to its parent. */
export function BringBackDialog({ threadId, onClose }: OfThread) {
  const thread = useSession((session) => session.threads[threadId], undefined)
  return <Suspense fallback={null}>{thread && <LazyBringBack thread={thread} onClose={onClose} />}</Suspense>
}

interface DiscardProps extends OfThread {
  title: string
  loss: readonly string[]
}

/** Asks once more before work that exists nowhere else is put away. */
export function DiscardDialog(props: DiscardProps) {
  return (
    <Suspense fallback={null}>
      <LazyDiscard {...props} />
    </Suspense>
  )
}
