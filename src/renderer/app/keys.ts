// The keys that work wherever the focus is, and those of the timeline and the outline that are about the session.
import type { HostClient } from '../client/host-client'
import type { KeyActionId, KeyPlace } from '../keyboard/key-actions'
import { isPressed } from '../keyboard/pressed-keys'
import { pressedAction } from '../keyboard/use-keys'
import { appStore } from '../state/store'
import {
  announce,
  closeDialog,
  focusTurn,
  goToLibrary,
  hideInspector,
  leaveCompare,
  openDialog,
  openThread,
  revealRow,
  selectThread,
  showApproval,
  showAsTrunk,
  showInspector,
  toggleCompared,
} from '../state/ui-actions'
import { runCommand } from '../state/use-command'
import { homecomingBar } from '../threads/homecoming-bar'
import { nextNeedy } from './next-needy'
import { nextRegion } from './regions'

/** Hears the keys of the page. Returns the way to stop. */
export function followKeys(page: Window, host: HostClient): () => void {
  const actions = pageActions(page.document, host)
  const onKeyDown = (event: KeyboardEvent) => {
    // A key of a word that is being composed belongs to the word; one that is held down acts once.
    if (event.repeat || event.isComposing || event.defaultPrevented) return
    if (event.key === 'Escape') return closeWhatIsOpen(event)
    // A dialog has the keyboard to itself.
    if (page.document.querySelector('dialog:modal')) return
    const nth = numberPressed(event)
    const id = nth === null ? pressedAction(event, ...placesOf(event.target)) : null
    const act = nth === null ? id && actions[id] : onTimeline(() => selectNth(nth - 1))
    if (!act) return
    event.preventDefault()
    act()
  }
  const onEarlyKey = (event: KeyboardEvent) => keepForDialog(page.document, event)
  page.addEventListener('keydown', onEarlyKey, true)
  page.addEventListener('keydown', onKeyDown)
  return () => {
    page.removeEventListener('keydown', onEarlyKey, true)
    page.removeEventListener('keydown', onKeyDown)
  }
}

/** While a dialog was asked for and is not drawn yet, what is typed is meant for it: no letter acts on the page behind. */
function keepForDialog(page: Document, event: KeyboardEvent) {
  if (appStore.getState().ui.dialog === null || page.querySelector('dialog:modal')) return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Escape') closeDialog()
}

/** What has its own listener, as the card and the lists have, is not among them. */
function pageActions(page: Document, host: HostClient): Partial<Record<KeyActionId, () => void>> {
  return {
    palette: () => openDialog({ kind: 'palette' }),
    search: () => openDialog({ kind: 'search' }),
    'new-session': () => openDialog({ kind: 'new-session' }),
    'open-folder': () => openDialog({ kind: 'open-folder' }),
    interrupt: inSession(() => interruptSelected(host)),
    'stop-all': inSession(() => openDialog({ kind: 'stop-all' })),
    'next-region': () => nextRegion(page, 1),
    'previous-region': () => nextRegion(page, -1),
    library: goToLibrary,
    keys: () => openDialog({ kind: 'keys' }),
    approvals: toApprovals,
    'next-needy': onTimeline(toNextNeedy),
    changes: onTimeline(() => showInspector('changes')),
    compare: onTimeline(markToCompare),
    'bring-back': onTimeline(() => openHomecoming('bring-back')),
    merge: onTimeline(() => openHomecoming('merge')),
  }
}

/** Where a key that is pressed here is heard: in a text only what works anywhere, on a button no single letter of the lists. */
function placesOf(target: EventTarget | null): KeyPlace[] {
  const element = target instanceof Element ? target : document.body
  if (element.closest('input, textarea, select, [contenteditable]')) return ['anywhere']
  const inList = element === document.body || element.closest('[data-single-keys]')
  return inList ? ['anywhere', 'page', 'list'] : ['anywhere', 'page']
}

function numberPressed(event: KeyboardEvent): number | null {
  // On layouts that type digits with Shift, their place counts.
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? event.key
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const pressed = isPressed(`Mod+${digit}`, { key: digit, code: '', ctrlKey, metaKey, altKey, shiftKey })
  return /^[1-9]$/.test(digit) && pressed ? Number(digit) : null
}

/** What is about the session on show, whether as a timeline or as columns. The one that was left is still known, and left alone. */
function inSession(run: () => void) {
  return () => {
    const { view, ui } = appStore.getState()
    if ('sessionId' in ui.route && view.session?.session.id === ui.route.sessionId) run()
  }
}

function onTimeline(run: () => void) {
  return inSession(() => {
    if (appStore.getState().ui.route.screen === 'session') run()
  })
}

/** Escape, when nothing nearer took it: from the message to the approval that is up, else the inspector closes. It stops nothing. */
function closeWhatIsOpen(event: KeyboardEvent) {
  const element = event.target instanceof Element ? event.target : null
  const isText = element?.closest('input, textarea, select') ?? null
  const isMessage = element?.closest('[data-message]') ?? null
  if (document.querySelector('dialog[open]') || (isText && !isMessage)) return
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

/** To the card of the session on show; elsewhere, and when only other sessions ask, to the inbox. */
function toApprovals() {
  const { view, ui } = appStore.getState()
  const { route } = ui
  if (route.screen !== 'session') return openDialog({ kind: 'approvals' })
  if (view.session?.approvals.some(({ state }) => state === 'open')) return showApproval(ui.approvalId)
  const others = view.sessions?.some(({ id, openApprovals }) => id !== route.sessionId && openApprovals > 0)
  if (others) openDialog({ kind: 'approvals' })
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
function threadHere(): string | null {
  const { view, ui } = appStore.getState()
  const row = document.activeElement?.closest<HTMLElement>('[data-row], [data-thread]')
  const focused = row?.dataset.thread ?? row?.dataset.row ?? ''
  return view.session?.threads[focused] ? focused : ui.threadId
}

function markToCompare() {
  const threadId = threadHere()
  if (threadId !== null) toggleCompared(threadId)
}

/** Opens what brings a thread's result home; what has none, or no home, is only said. */
function openHomecoming(kind: 'merge' | 'bring-back') {
  const threadId = threadHere()
  const thread = threadId === null ? undefined : appStore.getState().view.session?.threads[threadId]
  if (!thread) return
  const barred = homecomingBar(thread, kind)
  if (barred) announce(barred)
  else openDialog({ kind, threadId: thread.id })
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
  else landOn(next.threadId)
}

/** Brings a thread to where it is resumed from: its row under the turn it left, or its own last turn when it is nobody's fork. */
function landOn(threadId: string) {
  const { view, ui } = appStore.getState()
  const parentId = view.session?.threads[threadId]?.parentId ?? null
  const trunkId = parentId ?? threadId
  if (ui.trunkId !== trunkId) showAsTrunk(trunkId)
  selectThread(threadId)
  focusTurn(null)
  revealRow(parentId === null ? (view.session?.turns[threadId]?.at(-1)?.id ?? threadId) : threadId, true)
}
