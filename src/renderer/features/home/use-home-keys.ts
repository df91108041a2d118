import { type RefObject, useEffect } from 'react'
import { listKeyOf } from '../../keyboard/list-key'
import { appStore } from '../../state/store'
import { announce } from '../../state/ui-actions'

const ROW = 'a[data-session]'
const NEEDY = `[data-needy] ${ROW}`

/**
 * Home from the keyboard: J K and the arrows walk its sessions, U goes to the next that needs the person, Enter opens. What opens
 * Home stands on the session it came from, else on the first, which is what needs the person most.
 *
 * @param shown whether sessions are drawn yet
 */
export function useHomeKeys(main: RefObject<HTMLElement | null>, shown: boolean): void {
  useEffect(() => {
    if (!shown || !main.current || !isFree(document.activeElement)) return
    const left = appStore.getState().view.session?.session.id
    const rows = rowsIn(main.current, ROW)
    const start = rows.find((row) => row.dataset.session === left) ?? rows[0]
    start?.focus({ preventScroll: start === rows[0] })
  }, [main, shown])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      if (event.defaultPrevented || !main.current || document.querySelector('dialog:modal')) return
      if (target !== document.body && !(target instanceof Element && main.current.contains(target))) return
      const act = KEYS[listKeyOf(event) ?? '']
      if (!act) return
      event.preventDefault()
      act(main.current)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [main])
}

/** Nobody is writing or answering; what was pressed to come here is gone with its screen. */
function isFree(active: Element | null): boolean {
  return active === null || active === document.body
}

function rowsIn(main: HTMLElement, selector: string): HTMLElement[] {
  return Array.from(main.querySelectorAll<HTMLElement>(selector))
}

/** The row that has the focus, or whose button has it; -1 outside of rows. */
function placeIn(rows: readonly HTMLElement[]): number {
  const item = document.activeElement?.closest('li')
  return rows.findIndex((row) => row.closest('li') === item)
}

function walk(direction: 1 | -1) {
  return (main: HTMLElement) => {
    const rows = rowsIn(main, ROW)
    const at = placeIn(rows)
    const next = at < 0 ? rows[0] : rows[at + direction]
    next?.focus()
  }
}

function toNextNeedy(main: HTMLElement) {
  const needy = rowsIn(main, NEEDY)
  const next = needy[placeIn(needy) + 1] ?? needy[0]
  if (next) next.focus()
  else announce('Nothing needs you')
}

function toEnd(last: boolean) {
  return (main: HTMLElement) =>
    rowsIn(main, ROW)
      .at(last ? -1 : 0)
      ?.focus()
}

const KEYS: Readonly<Record<string, (main: HTMLElement) => void>> = {
  j: walk(1),
  ArrowDown: walk(1),
  k: walk(-1),
  ArrowUp: walk(-1),
  u: toNextNeedy,
  Home: toEnd(false),
  End: toEnd(true),
}
