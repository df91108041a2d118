import { type RefObject, useEffect } from 'react'
import { coverTimeline } from '../../state/ui-actions'

/** Between the card and the lower edge of the timeline. */
const GAP = 8

/** While a card is up, the timeline knows how much of it is behind the card, so that its last rows can be read above it. */
export function useCover(card: RefObject<HTMLElement | null>, up: boolean) {
  useEffect(() => {
    const element = card.current
    if (!up || !element) return
    const observer = new ResizeObserver(() => coverTimeline(element.offsetHeight + GAP))
    observer.observe(element)
    return () => {
      observer.disconnect()
      coverTimeline(0)
    }
  }, [card, up])
}
