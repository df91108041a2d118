// How the app learns of a newer version of itself, and fetches it.
import type { UpdateFacts } from '../../../shared/domain/update'

export interface Updates {
  facts(): UpdateFacts
  /** Set by the host; called when the facts are others. */
  onChange: () => void
  /** Looks for newer versions from now on, or stops to; what was fetched is put in place at the next quit only while it looks. */
  follow(automatic: boolean): void
}

/** Of a door that does not update itself. */
export function noUpdates(reason: string): Updates {
  return { facts: () => ({ state: 'none', version: null, reason }), onChange: () => {}, follow: () => {} }
}
