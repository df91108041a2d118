// The focus never stays lost: what was pressed and went away hands it on, and a session or branch that opens has it in its message field.
import { appStore } from '../state/store'
import { COMPOSER, enterRegion, regionOf } from './regions'

/** How long the page may settle before somebody else gets what went away. */
const SETTLE_MS = 60
/** A control that is disabled while its command runs gets the focus back when it is done within about this long. */
const PATIENCE_MS = 1500

/** Where the focus was: the element, what it was in from the inside out, and its region. */
interface Place {
  path: readonly HTMLElement[]
  region: string | null
}

interface Keeper {
  page: Document
  /** The last place outside dialogs and the approval card. */
  place: Place | null
  /** What had the focus last, wherever; null when a person took it away by a click beside everything. */
  last: HTMLElement | null
  /** A session or a branch was opened and its message field has not had the focus yet. */
  wantsMessage: boolean
  lostSinceMs: number | null
  /** Until then a row that somebody asked for may still take the focus. */
  landsUntilMs: number
  timer: number | null
}

/** Follows the focus of the page and hands it on when it is lost. Returns the way to stop. */
export function keepFocus(page: Document): () => void {
  const keeper: Keeper = {
    page,
    place: null,
    last: null,
    wantsMessage: false,
    lostSinceMs: null,
    landsUntilMs: 0,
    timer: null,
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== page.body) remember(keeper, target)
  }
  const onMouseDown = () => {
    keeper.wantsMessage = false
    // The browser moves the focus after this event.
    setTimeout(() => {
      if (page.activeElement === page.body) keeper.last = null
    })
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Tab' || key === 'F6') keeper.wantsMessage = false
  }
  const observer = new MutationObserver(() => lookSoon(keeper))
  observer.observe(page.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('mousedown', onMouseDown, true)
  page.addEventListener('keydown', onKeyDown, true)
  const unsubscribe = followOpening(keeper)
  return () => {
    observer.disconnect()
    unsubscribe()
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('mousedown', onMouseDown, true)
    page.removeEventListener('keydown', onKeyDown, true)
    if (keeper.timer !== null) clearTimeout(keeper.timer)
  }
}

function remember(keeper: Keeper, element: HTMLElement) {
  keeper.last = element
  keeper.lostSinceMs = null
  if (element.matches('[data-row]')) keeper.landsUntilMs = 0
  if (element.closest('dialog, [role="dialog"]')) return
  const path: HTMLElement[] = []
  for (let each: HTMLElement | null = element; each && each.id !== 'root'; each = each.parentElement) path.push(each)
  keeper.place = { path, region: regionOf(element) }
}

/** Whoever walks the graph by its rows stays on rows; everybody else who opens a session or a branch wants to write to it. */
function followOpening(keeper: Keeper): () => void {
  return appStore.subscribe(({ ui }, before) => {
    // Who comes from a search or a comparison lands on a row, which takes the focus by itself once it is drawn.
    if (ui.reveal?.focus === true && ui.reveal !== before.ui.reveal) {
      keeper.wantsMessage = false
      keeper.landsUntilMs = performance.now() + PATIENCE_MS
      return
    }
    if (ui.trunkId === before.ui.trunkId && ui.route === before.ui.route) return
    const walking = keeper.last?.matches('[data-row], [role="feed"], [role="treeitem"]') === true
    keeper.wantsMessage = ui.route.screen === 'session' && (!walking || ui.route !== before.ui.route)
    lookSoon(keeper)
  })
}

function lookSoon(keeper: Keeper) {
  if (keeper.timer !== null || !(keeper.wantsMessage || isLost(keeper))) return
  keeper.timer = window.setTimeout(() => {
    keeper.timer = null
    look(keeper)
  }, SETTLE_MS)
}

function isLost({ page, last }: Keeper): boolean {
  return last !== null && (page.activeElement === page.body || !last.isConnected || isDisabled(last))
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(':disabled')
}

function look(keeper: Keeper) {
  const { page } = keeper
  if (page.querySelector('dialog:modal')) return
  if (keeper.wantsMessage && focusMessage(keeper)) return
  const { activeElement } = page
  if (!isLost(keeper) || (activeElement && activeElement !== page.body && !activeElement.matches(':disabled'))) return
  if (performance.now() < keeper.landsUntilMs) return lookSoon(keeper)
  keeper.lostSinceMs ??= performance.now()
  if (handOn(keeper)) return
  if (performance.now() - keeper.lostSinceMs < PATIENCE_MS) lookSoon(keeper)
}

function focusMessage(keeper: Keeper): boolean {
  const { view, ui } = appStore.getState()
  const field = keeper.page.querySelector<HTMLElement>('[data-message]:not(:disabled)')
  if (!field || ui.route.screen !== 'session' || view.session?.session.id !== ui.route.sessionId) return false
  keeper.wantsMessage = false
  const { activeElement } = keeper.page
  // Who is answering an approval or writing somewhere already has found a place.
  if (activeElement?.closest('[role="dialog"], input, textarea, select')) return false
  field.focus({ preventScroll: true })
  return true
}

/** The control itself, else what it was in, else its region, else the message, else the timeline. */
function handOn({ page, place, lostSinceMs }: Keeper): boolean {
  const patient = performance.now() - (lostSinceMs ?? 0) < PATIENCE_MS
  for (const element of place?.path ?? []) {
    if (!element.isConnected) continue
    if (isDisabled(element) && patient) return false
    element.focus({ preventScroll: true })
    if (page.activeElement === element) return true
  }
  return (
    enterRegion(page, place?.region ?? null) ||
    enterRegion(page, COMPOSER) ||
    enterRegion(page, '[aria-label="Timeline"]')
  )
}
