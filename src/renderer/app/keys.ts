// The keys that work wherever the focus is, and the single letters of the timeline and the outline that are about the session.
import { tinykeys } from 'tinykeys'
import type { HostClient } from '../client/host-client'
import { appStore } from '../state/store'
import {
  announce,
  focusTurn,
  openDialog,
  openThread,
  revealRow,
  selectThread,
  showApproval,
  showInspector,
} from '../state/ui-actions'
import { runCommand } from '../state/use-command'
import { nextNeedy } from './next-needy'

/** Hears the keys of the page. Returns the way to stop. */
export function followKeys(page: Window, host: HostClient): () => void {
  const numbers = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`$mod+${index + 1}`, act(() => selectNth(index))]),
  )
  const keys = {
    '$mod+k': act(() => openDialog({ kind: 'palette' })),
    '$mod+n': act(() => openDialog({ kind: 'new-session' })),
    '$mod+o': act(() => openDialog({ kind: 'open-folder' })),
    '$mod+Period': inSession(() => interruptSelected(host)),
    '$mod+Shift+Period': inSession(() => openDialog({ kind: 'stop-all' })),
    F6: act(() => nextRegion(page.document, 1)),
    'Shift+F6': act(() => nextRegion(page.document, -1)),
    'Shift+?': letter(() => openDialog({ kind: 'keys' })),
    u: letter(toNextNeedy),
    a: letter(() => showApproval()),
    d: letter(() => showInspector('changes')),
    ...numbers,
  }
  // The focus is mostly in the message field: keys with Mod work there too, and single letters look for themselves.
  return tinykeys(page, keys, { ignore: (event) => event.repeat || event.isComposing })
}

function act(run: () => void) {
  return (event: KeyboardEvent) => {
    // A dialog has the keyboard to itself.
    if (document.querySelector('dialog:modal')) return
    event.preventDefault()
    run()
  }
}

function inSession(run: () => void) {
  return act(() => {
    if (appStore.getState().view.session) run()
  })
}

/** A single letter means a command only in the timeline and the outline, and never where text is typed. */
function letter(run: () => void) {
  const guarded = act(run)
  return (event: KeyboardEvent) => {
    const element = event.target instanceof Element ? event.target : null
    if (event.defaultPrevented || !element?.closest('[data-single-keys]')) return
    if (!element.closest('input, textarea, select')) guarded(event)
  }
}

function interruptSelected(host: HostClient) {
  const { threadId } = appStore.getState().ui
  if (threadId) void runCommand(host, 'The thread could not be interrupted', 'turn.interrupt', { threadId })
}

function selectNth(index: number) {
  const session = appStore.getState().view.session
  const id = session?.threadIds[index]
  if (!id) return
  selectThread(id)
  revealRow(id)
}

function toNextNeedy() {
  const { view, ui } = appStore.getState()
  const next = view.session && nextNeedy(view.session, ui.threadId)
  if (!next) {
    announce('Nothing needs you')
    return
  }
  openThread(next.threadId)
  if (next.approvalId) showApproval(next.approvalId)
  else focusTurn(null)
}

/** The regions F6 goes through, in the order of the screen. */
const REGIONS = ['nav[aria-label="Outline"]', '[aria-label="Timeline"]', 'form', '[aria-label="Inspector"]', 'header']
/** Where a region is entered: the row that was left (of a tree or a feed, the one with tabindex 0), what is written in, else its first control. */
const ENTRIES = ['[tabindex="0"]', 'textarea', 'button:not(:disabled), input']

function nextRegion(page: Document, direction: 1 | -1) {
  const regions = REGIONS.flatMap((selector) => page.querySelector<HTMLElement>(`#root ${selector}`) ?? [])
  const at = regions.findIndex((region) => region.contains(page.activeElement))
  const count = regions.length
  for (let step = 1; step <= count; step += 1) {
    const region = regions[(at + direction * step + count * 2) % count]
    const target = ENTRIES.map((selector) => region?.querySelector<HTMLElement>(selector)).find(Boolean)
    if (target) {
      target.focus()
      return
    }
  }
}
