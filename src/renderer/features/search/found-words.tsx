import { useEffect } from 'react'
import { readQuery } from '../../../shared/search/search-query'
import { useApp } from '../../state/store'
import { rangesIn } from './ranges-in'

/** How long the words stay marked; the turns on the map are marked until the next search. */
const MARKED_MS = 20_000
/** As long the first mark is kept in view: rows above it are measured and what was folded opens. */
const SETTLE_MS = 1_500
const NAME = 'found'

/** Marks the words a search led to, in the turn it led to; it draws nothing itself. */
export function FoundWords() {
  const found = useApp(({ ui }) => ui.found)
  useEffect(() => (found ? paintWords(found.turnId, found.text) : undefined), [found])
  return null
}

/** Paints the words over the turn's row, again whenever the page changes. Returns the way to stop. */
function paintWords(turnId: string, text: string): () => void {
  const terms = readQuery(text)
  const until = performance.now() + SETTLE_MS
  let followed = true
  let frame = 0
  const paint = () => {
    frame = 0
    const row = document.querySelector(`[role="feed"] [data-row="${CSS.escape(turnId)}"]`)
    const ranges = row ? rangesIn(row, terms) : []
    CSS.highlights.set(NAME, new Highlight(...ranges))
    if (ranges[0] && followed && performance.now() < until) keepInView(ranges[0])
  }
  const soon = () => {
    if (frame === 0) frame = requestAnimationFrame(paint)
  }
  const letGo = () => {
    followed = false
  }
  const observer = new MutationObserver(soon)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  document.addEventListener('wheel', letGo, { passive: true })
  document.addEventListener('keydown', letGo)
  const stop = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    observer.disconnect()
    document.removeEventListener('wheel', letGo)
    document.removeEventListener('keydown', letGo)
    CSS.highlights.delete(NAME)
  }
  const timer = setTimeout(stop, MARKED_MS)
  soon()
  return stop
}

function keepInView(range: Range) {
  const element = range.startContainer.parentElement
  const view = element?.closest('[role="feed"]')?.getBoundingClientRect()
  const { top, bottom } = range.getBoundingClientRect()
  if (view && (top < view.top || bottom > view.bottom)) element?.scrollIntoView({ block: 'center' })
}
