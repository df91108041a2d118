// Rules for cache markers.

import type { MessagesBody } from './body-schema'
import { listMarkers } from './list-markers'
import type { Problem } from './problem'

const maximumMarkers = 4

/** At most four markers in the whole body; the long-lived before the short-lived. */
export function checkMarkers(body: MessagesBody): Problem | null {
  const markers = listMarkers(body)
  const count = markers.length + (body.cache_control ? 1 : 0)
  if (count > maximumMarkers) {
    return {
      path: '',
      message: `A maximum of ${maximumMarkers} blocks with cache_control may be provided. Found ${count}.`,
    }
  }
  let shortLived = false
  for (const marker of markers) {
    if (marker.ttl === '1h' && shortLived) {
      return {
        path: `${marker.path}.cache_control.ttl`,
        message: "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
      }
    }
    shortLived ||= marker.ttl === '5m'
  }
  return null
}
