import { type RefCallback, useCallback, useRef } from 'react'

interface Entering {
  /** Belongs to what is entered. */
  place: RefCallback<HTMLElement>
  /** Focuses it: now, or as soon as it is there. */
  enter: () => void
  /** Takes the wish back: something else is looked at. */
  stay: () => void
}

/** A way into what may still be on its way: who asks for it early comes in when it arrives. */
export function useEntering(): Entering {
  const element = useRef<HTMLElement | null>(null)
  const wished = useRef(false)
  const place = useCallback((arrived: HTMLElement | null) => {
    element.current = arrived
    if (!arrived || !wished.current) return
    wished.current = false
    arrived.focus()
  }, [])
  return {
    place,
    enter: () => {
      wished.current = element.current === null
      element.current?.focus()
    },
    stay: () => {
      wished.current = false
    },
  }
}
