import { lazy, Suspense } from 'react'

/** Loaded when it is first opened. */
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog')).SearchDialog }))

/** Finds words in everything that was said, and leads there. */
export function Search({ text, onClose }: { text?: string | undefined; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <SearchDialog begin={text} onClose={onClose} />
    </Suspense>
  )
}
