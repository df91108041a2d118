import { observeElementOffset, type Virtualizer } from '@tanstack/react-virtual'
import { nextFrame } from './next-frame'

/** The distance, in pixels, within which a scroll position is the one that was written: browsers round it. */
const ROUNDED = 1.5

/**
 * Tells a virtual list where it is scrolled to. What the list scrolled by itself (to stay at its end, to make up for a row that
 * was measured) is not told as scrolling: nothing has to be drawn for it. That scrolling has ended is told with the next frame: what
 * is drawn for that is drawn with what else the frame brings.
 */
export function observeOffset(
  list: Virtualizer<HTMLDivElement, Element>,
  tell: (offset: number, isScrolling: boolean) => void,
) {
  let told = 0
  const stop = observeElementOffset(list, (offset, isScrolling) => {
    const mine = ++told
    if (!isScrolling) nextFrame(() => mine === told && tell(offset, false))
    else tell(offset, Math.abs(offset - (list.scrollOffset ?? 0)) > ROUNDED)
  })
  return () => {
    told = -1
    stop?.()
  }
}
