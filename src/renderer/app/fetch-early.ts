import { fetchPalette } from '../features/palette/palette'
import { fetchSearch } from '../features/search/search'

/**
 * Fetches, once the page has nothing else to do, the dialogs that are no part of the start: who types right after the key that
 * opens one would type into nothing. What cannot be fetched now is asked for again when it is opened.
 */
export function fetchEarly(page: Window): void {
  page.requestIdleCallback(() => void Promise.allSettled([fetchPalette(), fetchSearch()]))
}
