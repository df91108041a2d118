import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import { listKeyOf } from '../../keyboard/list-key'
import { appStore } from '../../state/store'
import { openDialog, setFold } from '../../state/ui-actions'
import { chooseThread } from '../../threads/choose-thread'
import { type OutlineRow, outlineFold } from './outline-rows'

interface TreeKeys {
  reachableId: string | null
  onKeyDown: (event: KeyboardEvent) => void
  onFocusRow: (threadId: string) => void
}

/** The keys of a tree as its pattern has them: one row is in the tab order, the arrows walk and fold, Enter chooses. */
export function useTreeKeys(
  rows: readonly OutlineRow[],
  selected: string | null,
  scroller: RefObject<HTMLDivElement | null>,
  scrollToIndex: (index: number) => void,
): TreeKeys {
  const [focused, setFocused] = useState<string | null>(null)
  const [moved, setMoved] = useState(false)
  const known = (id: string | null) => id !== null && rows.some((row) => row.threadId === id)
  const reachableId = known(focused) ? focused : known(selected) ? selected : (rows[0]?.threadId ?? null)

  const goTo = useCallback(
    (index: number) => {
      const row = rows[index]
      if (!row) return
      scrollToIndex(index)
      setFocused(row.threadId)
      setMoved(true)
    },
    [rows, scrollToIndex],
  )
  useEffect(() => {
    const row = moved ? scroller.current?.querySelector<HTMLElement>(`[data-thread="${focused}"]`) : null
    if (!row) return
    row.focus({ preventScroll: true })
    setMoved(false)
  })

  return {
    reachableId,
    onFocusRow: setFocused,
    onKeyDown(event) {
      const key = listKeyOf(event)
      const index = rows.findIndex((row) => row.threadId === reachableId)
      const row = rows[index]
      const act = key === null ? undefined : KEYS[key]
      if (!row || !act) return
      event.preventDefault()
      act({ rows, index, row, goTo })
    },
  }
}

interface Place {
  rows: readonly OutlineRow[]
  index: number
  row: OutlineRow
  goTo: (index: number) => void
}

function choose({ row }: Place) {
  const thread = appStore.getState().view.session?.threads[row.threadId]
  if (thread) chooseThread(thread)
}

function openOrEnter({ row, index, goTo }: Place) {
  if (row.expanded === false) setFold(outlineFold(row.threadId), false)
  else if (row.expanded) goTo(index + 1)
}

function foldOrLeave({ row, rows, goTo }: Place) {
  if (row.expanded) setFold(outlineFold(row.threadId), true)
  else goTo(rows.findIndex((each) => each.threadId === row.parentId))
}

function toSibling(direction: 1 | -1) {
  return ({ rows, row, goTo }: Place) => {
    const siblings = rows.filter((each) => each.parentId === row.parentId)
    const next = siblings[siblings.indexOf(row) + direction]
    if (next) goTo(rows.indexOf(next))
  }
}

/** Forks from the last turn of the thread that can be forked. */
function forkHere({ row }: Place) {
  const turn = appStore.getState().view.session?.turns[row.threadId]?.findLast((each) => each.forkable)
  if (turn) openDialog({ kind: 'fork', threadId: row.threadId, turnId: turn.id, turnN: turn.n })
}

const down = ({ index, goTo }: Place) => goTo(index + 1)
const up = ({ index, goTo }: Place) => goTo(index - 1)

const KEYS: Record<string, (place: Place) => void> = {
  ArrowDown: down,
  j: down,
  ArrowUp: up,
  k: up,
  ArrowRight: openOrEnter,
  ArrowLeft: foldOrLeave,
  Home: ({ goTo }) => goTo(0),
  End: ({ rows, goTo }) => goTo(rows.length - 1),
  ']': toSibling(1),
  '[': toSibling(-1),
  f: forkHere,
  Enter: choose,
  ' ': ({ row }) => row.expanded !== null && setFold(outlineFold(row.threadId), row.expanded),
}
