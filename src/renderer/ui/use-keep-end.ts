import { type RefObject, useEffect } from 'react'

/** How near to the end, in pixels, counts as being there. */
export const AT_END = 24

interface Ending {
  isAtEnd(threshold: number): boolean
  scrollToEnd(): void
}

/** Keeps a list that is scrolled to its end there when its box changes height: a window resized, a composer that grew. */
export function useKeepEnd(scroller: RefObject<HTMLElement | null>, list: Ending) {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let height = element.clientHeight
    let atEnd = true
    const onScroll = () => {
      // A box that has just changed scrolls by itself; only a person's scrolling says where they are.
      if (element.clientHeight === height) atEnd = list.isAtEnd(AT_END)
    }
    const observer = new ResizeObserver(() => {
      if (element.clientHeight === height) return
      height = element.clientHeight
      if (atEnd) list.scrollToEnd()
    })
    element.addEventListener('scroll', onScroll, { passive: true })
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      observer.disconnect()
    }
  }, [scroller, list])
}
