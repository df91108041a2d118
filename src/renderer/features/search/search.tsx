import { lazy, Suspense } from 'react'

/** Loaded when it is first opened. */
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog')).SearchDialog }))

/** Finds words in everything that was said, and leads there. */
export function Search({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <SearchDialog onClose={onClose} />
    </Suspense>
  )
}
