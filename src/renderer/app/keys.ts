// The keys that work wherever the focus is, and the single letters of the timeline and the outline that are about the session.
import { tinykeys } from 'tinykeys'
import type { HostClient } from '../client/host-client'
import { appStore } from '../state/store'
import {
  announce,
  focusTurn,
  hideInspector,
  leaveCompare,
  openDialog,
  openThread,
  revealRow,
  selectThread,
  showApproval,
  showInspector,
  toggleCompared,
} from '../state/ui-actions'
import { runCommand } from '../state/use-command'
import { nextNeedy } from './next-needy'
import { nextRegion } from './regions'

/** Hears the keys of the page. Returns the way to stop. */
export function followKeys(page: Window, host: HostClient): () => void {
  const numbers = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`$mod+${index + 1}`, act(() => selectNth(index))]),
  )
  const keys = {
    '$mod+k': act(() => openDialog({ kind: 'palette' })),
    '$mod+Shift+f': act(() => openDialog({ kind: 'search' })),
    '$mod+n': act(() => openDialog({ kind: 'new-session' })),
    '$mod+o': act(() => openDialog({ kind: 'open-folder' })),
    '$mod+Period': inSession(() => interruptSelected(host)),
    '$mod+Shift+Period': inSession(() => openDialog({ kind: 'stop-all' })),
    F6: act(() => nextRegion(page.document, 1)),
    'Shift+F6': act(() => nextRegion(page.document, -1)),
    Escape: closeWhatIsOpen,
    // Layouts differ in whether the question mark needs Shift.
    'Shift+?': outsideText(() => openDialog({ kind: 'keys' })),
    '?': outsideText(() => openDialog({ kind: 'keys' })),
    a: outsideText(toApprovals),
    u: letter(toNextNeedy),
    d: letter(toChanges),
    c: letter(markToCompare),
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

type Heard = (event: KeyboardEvent) => void

/** A key that means a command wherever no text is typed. */
function outsideText(run: () => void): Heard {
  const guarded = act(run)
  return (event) => {
    const element = event.target instanceof Element ? event.target : null
    if (!event.defaultPrevented && !element?.closest('input, textarea, select')) guarded(event)
  }
}

/** A single letter means a command in the timeline, in the outline and where nothing has the focus. */
function letter(run: () => void): Heard {
  const heard = outsideText(run)
  return (event) => {
    const element = event.target instanceof Element ? event.target : document.body
    if (element === document.body || element.closest('[data-single-keys]')) heard(event)
  }
}

/** Escape, when nothing nearer took it: from the message to the approval that is up, else the inspector closes. It stops nothing. */
function closeWhatIsOpen(event: KeyboardEvent) {
  const element = event.target instanceof Element ? event.target : null
  const isText = element?.closest('input, textarea, select') ?? null
  const isMessage = element?.closest('[data-message]') ?? null
  if (event.defaultPrevented || document.querySelector('dialog[open]') || (isText && !isMessage)) return
  const { ui, view } = appStore.getState()
  if (ui.route.screen === 'compare') {
    event.preventDefault()
    return leaveCompare(ui.route.threadIds[0])
  }
  if (ui.route.screen !== 'session') return
  const asks = !ui.approvalHidden && view.session?.approvals.some(({ state }) => state === 'open')
  if (isMessage && asks) showApproval(ui.approvalId)
  else if (ui.inspector.open) hideInspector()
  else return
  event.preventDefault()
}

function toApprovals() {
  const asks = appStore.getState().view.session?.approvals.some(({ state }) => state === 'open')
  if (asks) showApproval(appStore.getState().ui.approvalId)
  else announce('Nothing asks for your approval')
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

/** The thread of the row that has the focus, in the timeline or the outline; else the selected one. */
function markToCompare() {
  const { view, ui } = appStore.getState()
  const row = document.activeElement?.closest<HTMLElement>('[data-row], [data-thread]')
  const focused = row?.dataset.thread ?? row?.dataset.row ?? ''
  const threadId = view.session?.threads[focused] ? focused : ui.threadId
  if (threadId !== null && ui.route.screen === 'session') toggleCompared(threadId)
}

function toChanges() {
  if (appStore.getState().view.session) showInspector('changes')
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
