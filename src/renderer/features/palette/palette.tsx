import { lazy, Suspense } from 'react'

/** Loaded when it is first opened: most of what it is made of is needed nowhere else. */
const PaletteMenu = lazy(async () => ({ default: (await import('./palette-menu')).PaletteMenu }))

/** Finds an action, a thread or a session by a few letters of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <PaletteMenu onClose={onClose} />
    </Suspense>
  )
}
