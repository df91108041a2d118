import { afterEach, expect, test } from 'vitest'
import { appStore } from '../state/store'
import { showSidebar, toggleSidebar } from '../state/ui-actions'
import { followWidth } from './follow-width'

let stop: (() => void) | undefined

afterEach(() => {
  stop?.()
  showSidebar(true)
})

const shown = () => appStore.getState().ui.sidebar

/** A window whose width is set by hand. */
function aWindow(narrow: boolean) {
  const query = Object.assign(new EventTarget(), { matches: narrow })
  stop = followWidth({ matchMedia: () => query })
  return (now: boolean) => {
    query.matches = now
    query.dispatchEvent(new Event('change'))
  }
}

test('a window that gets narrow puts the sidebar away, and brings it back when it is wide again', () => {
  const become = aWindow(false)
  expect(shown()).toBe(true)
  become(true)
  expect(shown()).toBe(false)
  become(false)
  expect(shown()).toBe(true)
})

test('a window that opens narrow opens without it', () => {
  aWindow(true)
  expect(shown()).toBe(false)
})

test('in a narrow window it can be opened; one that was put away by hand stays away', () => {
  const become = aWindow(true)
  toggleSidebar()
  expect(shown()).toBe(true)
  become(false)
  toggleSidebar()
  become(true)
  become(false)
  expect(shown()).toBe(false)
})
