import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
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
 * siblings, F forks, Enter opens, Space folds, G asks for a turn. They work while the focus is on a row, not inside a field.
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

  return {
    focusedKey,
    goTo,
    onBlur(event) {
      if (event.target.isConnected) inside.current = false
    },
    onFocus(event) {
      inside.current = true
      const key = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row
      if (!key) return
      setChosen(key)
      const row = rows.find((each) => each.key === key)
      if (row?.kind === 'turn') focusTurn(row.turn.id)
    },
    onKeyDown(event) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const element = event.target as HTMLElement
      const act = KEYS[event.key]
      // Inside a row, Enter, Space and the arrows belong to what has the focus; letters do not, unless it takes text.
      const onRow = element.dataset.row !== undefined || element === scroller.current
      if (!onRow && (event.key.length > 1 || event.key === ' ')) return
      if (element.closest('input, textarea, select')) return
      const index = rows.findIndex((row) => row.key === focusedKey)
      const row = rows[index]
      if (!act || !row) return
      event.preventDefault()
      act({ threadId, rows, index, row, goTo })
    },
  }
}

interface Place {
  threadId: string
  rows: readonly TimelineRow[]
  index: number
  row: TimelineRow
  goTo: (key: string) => void
}

function step(direction: 1 | -1, wanted: (row: TimelineRow) => boolean) {
  return ({ rows, index, goTo }: Place) => {
    for (let at = index + direction; at >= 0 && at < rows.length; at += direction) {
      const row = rows[at]
      if (row && wanted(row)) return goTo(row.key)
    }
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

function forkHere({ row, rows, index, threadId }: Place) {
  const turn = row.kind === 'turn' ? row.turn : rows.slice(0, index).findLast((each) => each.kind === 'turn')?.turn
  if (turn?.forkable) openDialog({ kind: 'fork', threadId, turnId: turn.id, turnN: turn.n })
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
