import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { listKeyOf } from '../../keyboard/list-key'
import { appStore } from '../../state/store'
import { focusTurn, openDialog, openThread, revealRow, setFold, showAsTrunk } from '../../state/ui-actions'
import type { TimelineRow } from './build-rows'
import { JUMP_BUTTON_ID } from './timeline-head'

interface FeedKeys {
  focusedKey: string | null
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
  onBlur: (event: FocusEvent) => void
  /** Brings a row into view and the focus to it. */
  goTo: (key: string) => void
}

/**
 * The keys of the timeline: J K and the arrows walk the rows, left and right go to the parent and into a fork, [ ] to its
 * siblings, F forks, Enter opens, Space folds, G asks for a turn. They work while the focus is on a row, not inside a field, and
 * all but Enter and Space where nothing has the focus.
 */
export function useFeedKeys(
  threadId: string,
  rows: readonly TimelineRow[],
  showRow: (index: number) => void,
  scroller: RefObject<HTMLDivElement | null>,
): FeedKeys {
  const [chosenKey, setChosen] = useState<string | null>(null)
  const [moved, setMoved] = useState(false)
  // One row can always be reached by Tab: the one that was focused last, else the last turn.
  const focusedKey = chosenKey ?? rows.findLast((row) => row.kind !== 'group')?.key ?? null

  const goTo = useCallback(
    (key: string) => {
      const index = rows.findIndex((row) => row.key === key)
      if (index < 0) return
      showRow(index)
      setChosen(key)
      setMoved(true)
    },
    [rows, showRow],
  )
  useEffect(() => {
    // The row may only now have been rendered; until it is, the next render tries again.
    const row = moved && chosenKey ? scroller.current?.querySelector<HTMLElement>(`[data-row="${chosenKey}"]`) : null
    if (!row) return
    row.focus({ preventScroll: true })
    setMoved(false)
  })

  // A row that is scrolled out of view is taken away with the focus in it; the list takes it over, so that the keys go on.
  const inside = useRef(false)
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) scroller.current?.focus({ preventScroll: true })
  })

  const pointed = usePointedKey(scroller)
  const press = (event: Pressed) => {
    if (event.defaultPrevented) return
    const element = event.target as HTMLElement
    const key = listKeyOf(event)
    const act = key === null ? undefined : KEYS[key]
    // Inside a row, Enter, Space and the arrows belong to what has the focus; letters do not, unless it takes text.
    const onRow = element.dataset.row !== undefined || element === scroller.current || element === document.body
    if (!onRow && (event.key.length > 1 || event.key === ' ')) return
    if (element.closest('input, textarea, select')) return
    // Held down, a key walks on; it does nothing else twice.
    if (event.repeat && (key === 'f' || key === 'g')) return
    const index = rows.findIndex((row) => row.key === focusedKey)
    const row = rows[index]
    if (!act || !row) return
    event.preventDefault()
    act({ threadId, rows, index, row, goTo, pointedKey: pointed.current })
  }
  usePageKeys(press)

  return {
    focusedKey,
    goTo,
    onBlur(event) {
      if (event.target.isConnected) inside.current = false
    },
    onFocus(event) {
      inside.current = true
      pointed.current = null
      const key = rowKeyOf(event.target as HTMLElement)
      if (!key) return
      setChosen(key)
      const row = rows.find((each) => each.key === key)
      if (row?.kind === 'turn') focusTurn(row.turn.id)
    },
    onKeyDown: press,
  }
}

/** Hears the keys that are pressed while nothing has the focus; Enter and Space belong to the page there. */
function usePageKeys(press: (event: Pressed) => void) {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.target !== document.body || event.key === 'Enter' || event.key === ' ') return
      if (!document.querySelector('dialog:modal')) latest.current(event)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The row the pointer was moved over since a row had the focus last. */
function usePointedKey(scroller: RefObject<HTMLDivElement | null>): RefObject<string | null> {
  const pointed = useRef<string | null>(null)
  useEffect(() => {
    const box = scroller.current
    const onMove = ({ target }: PointerEvent) => {
      pointed.current = target instanceof Element ? rowKeyOf(target) : null
    }
    const onLeave = () => {
      pointed.current = null
    }
    box?.addEventListener('pointermove', onMove)
    box?.addEventListener('pointerleave', onLeave)
    return () => {
      box?.removeEventListener('pointermove', onMove)
      box?.removeEventListener('pointerleave', onLeave)
    }
  }, [scroller])
  return pointed
}

function rowKeyOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
}

type Pressed = Pick<
  globalThis.KeyboardEvent,
  | 'key'
  | 'code'
  | 'target'
  | 'defaultPrevented'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'repeat'
  | 'preventDefault'
> & { getModifierState(name: 'AltGraph'): boolean }

interface Place {
  threadId: string
  rows: readonly TimelineRow[]
  index: number
  row: TimelineRow
  goTo: (key: string) => void
  pointedKey: string | null
}

function step(direction: 1 | -1, wanted: (row: TimelineRow) => boolean) {
  return ({ rows, index, goTo }: Place) => {
    for (let at = index + direction; at >= 0 && at < rows.length; at += direction) {
      const row = rows[at]
      if (row && wanted(row)) return goTo(row.key)
    }
    // From where nothing has the focus, a walk that leads nowhere at least comes to the row it began at.
    if (rows[index] && document.activeElement === document.body) goTo(rows[index].key)
  }
}

const isFork = (row: TimelineRow) => row.kind === 'stub' || row.kind === 'line'
const isStop = (row: TimelineRow) => row.kind !== 'group'

function toParent(place: Place) {
  if (isFork(place.row)) return step(-1, (row) => row.kind === 'turn')(place)
  const thread = appStore.getState().view.session?.threads[place.threadId]
  if (!thread?.parentId) return
  showAsTrunk(thread.parentId)
  revealRow(thread.id)
}

function intoFork(place: Place) {
  const { row, rows, index, goTo } = place
  if (row.kind === 'stub' || row.kind === 'line') return showAsTrunk(row.threadId)
  const next = rows.slice(index + 1).find(isStop)
  if (next && isFork(next)) goTo(next.key)
}

/** From the turn under the pointer, else from the focused one, else from the last that can be forked. */
function forkHere({ rows, index, threadId, pointedKey }: Place) {
  const pointed = rows.findIndex((row) => row.key === pointedKey)
  const near = [turnAt(rows, pointed), turnAt(rows, index)].find((each) => each?.forkable)
  const turn =
    near ??
    turnAt(
      rows,
      rows.findLastIndex((row) => row.kind === 'turn' && row.turn.forkable),
    )
  if (turn) openDialog({ kind: 'fork', threadId, turnId: turn.id, turnN: turn.n })
}

/** The turn of a row: for a fork, the one it hangs from. */
function turnAt(rows: readonly TimelineRow[], index: number) {
  const row = rows.slice(0, index + 1).findLast((each) => each.kind === 'turn')
  return row?.kind === 'turn' ? row.turn : undefined
}

function open({ row }: Place) {
  if (row.kind === 'stub' || row.kind === 'line') openThread(row.threadId)
  else if (row.kind === 'turn') setFold(row.turn.id, false)
}

function toggleFold({ row }: Place) {
  const key = row.kind === 'turn' ? row.turn.id : row.key
  setFold(key, !(appStore.getState().ui.folds[key] ?? row.kind === 'line'))
}

const next = step(1, isStop)
const previous = step(-1, isStop)

const KEYS: Record<string, (place: Place) => void> = {
  j: next,
  ArrowDown: next,
  k: previous,
  ArrowUp: previous,
  ']': step(1, isFork),
  '[': step(-1, isFork),
  ArrowLeft: toParent,
  ArrowRight: intoFork,
  f: forkHere,
  Enter: open,
  ' ': toggleFold,
  g: () => document.getElementById(JUMP_BUTTON_ID)?.click(),
}
