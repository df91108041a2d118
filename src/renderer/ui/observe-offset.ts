import { observeElementOffset, type Virtualizer } from '@tanstack/react-virtual'

/** The distance, in pixels, within which a scroll position is the one that was written: browsers round it. */
const ROUNDED = 1.5

/**
 * Tells a virtual list where it is scrolled to. What the list scrolled by itself (to stay at its end, to make up for a row that
 * was measured) is not told as scrolling: nothing has to be drawn for it.
 */
export function observeOffset(
  list: Virtualizer<HTMLDivElement, Element>,
  tell: (offset: number, isScrolling: boolean) => void,
) {
  return observeElementOffset(list, (offset, isScrolling) =>
    tell(offset, isScrolling && Math.abs(offset - (list.scrollOffset ?? 0)) > ROUNDED),
  )
}
