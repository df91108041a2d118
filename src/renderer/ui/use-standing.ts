import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Between the dialog and what it stands beneath, and at least to every edge of the window. */
const GAP = 8
const EDGE = 16

/** Has an open dialog stand beneath an element, at its right end; where that is not in view, or there is no room, as it stands by itself. */
export function useStanding(dialog: RefObject<HTMLDialogElement | null>, beside: (() => Element | null) | undefined) {
  const find = useRef(beside)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const place = () => {
      const about = find.current?.()
      if (about) stand(element, about.getBoundingClientRect())
    }
    place()
    // What is written in it makes it taller.
    const observer = new ResizeObserver(place)
    observer.observe(element)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [dialog])
}

function stand(dialog: HTMLDialogElement, about: DOMRect) {
  const { innerWidth, innerHeight } = window
  if (about.bottom < EDGE || about.top > innerHeight - EDGE) return
  // Of something tall its head is what is meant.
  const below = Math.min(about.bottom, about.top + 36) + GAP
  const top = Math.max(EDGE, Math.min(below, innerHeight - EDGE - dialog.offsetHeight))
  const left = Math.max(EDGE, Math.min(about.right, innerWidth - EDGE) - dialog.offsetWidth)
  Object.assign(dialog.style, { margin: '0', top: `${top}px`, left: `${left}px` })
}
