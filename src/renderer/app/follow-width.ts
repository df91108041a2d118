import { appStore } from '../state/store'
import { showSidebar } from '../state/ui-actions'

/** Below this a sidebar would leave the timeline less than its text needs. */
const NARROW = '(max-width: 900px)'

/** What is used of a `MediaQueryList`. */
interface WidthQuery extends EventTarget {
  readonly matches: boolean
}

/**
 * Puts the sidebar of a session away while the window is narrow, and brings it back with the room for it. In a narrow window a
 * person can open it all the same. Returns the way to stop.
 */
export function followWidth(page: { matchMedia(query: string): WidthQuery }): () => void {
  const narrow = page.matchMedia(NARROW)
  let shownBefore = false
  const apply = () => {
    const shown = appStore.getState().ui.sidebar
    if (narrow.matches) {
      shownBefore = shown
      showSidebar(false)
    } else if (shownBefore) showSidebar(true)
  }
  apply()
  narrow.addEventListener('change', apply)
  return () => narrow.removeEventListener('change', apply)
}
