// The only writer of `ui`. Every action is a plain function, so that a key, a button and the palette do the same thing.
import { ALL_PICKED, type Picks } from './picks'
import { appStore } from './store'
import type { Found, InspectorTab, News, OpenDialog, Route, UiState } from './ui-state'

function patch(change: Partial<UiState>) {
  appStore.setState((state) => ({ ui: { ...state.ui, ...change } }))
}

/** Shows a screen and closes what was open over the last one. app/route.ts mirrors it in the address. */
export function goTo(route: Route) {
  // What was just done is news where it was done.
  patch({ route, dialog: null, news: null })
}

/** Shows what the project at hand keeps as files: that of the session on show; without one, the first there is. */
export function goToLibrary() {
  const { view, ui } = appStore.getState()
  const shown = 'sessionId' in ui.route && view.session?.session.id === ui.route.sessionId ? view.session.session : null
  goTo({ screen: 'library', projectId: shown?.projectId ?? null })
}

/** As many threads are compared at most: more columns than these cannot be read. */
export const MOST_COMPARED = 4

/** Marks a thread to be compared, or takes its mark away; what cannot be compared, or would be one too many, is only said. */
export function toggleCompared(threadId: string) {
  const { view, ui } = appStore.getState()
  const thread = view.session?.threads[threadId]
  if (!thread) return
  if (ui.compared.includes(threadId)) {
    patch({ compared: ui.compared.filter((id) => id !== threadId) })
    announce(`${thread.title} is no longer marked`)
  } else if (thread.parentId === null) announce('Compared are forks and branches, not the main thread')
  else {
    // Marks of another session are of no use here.
    const kept = ui.compared.filter((id) => view.session?.threads[id])
    if (kept.length >= MOST_COMPARED) return announce(`At most ${MOST_COMPARED} threads are compared`)
    patch({ compared: [...kept, threadId] })
    announce(`${thread.title} is marked to compare: ${kept.length + 1}`)
  }
}

export function clearCompared() {
  patch({ compared: [] })
}

/** Shows threads of the open session side by side: the first four of them. */
export function openCompare(threadIds: readonly string[]) {
  const sessionId = appStore.getState().view.session?.session.id
  if (sessionId && threadIds.length > 1)
    goTo({ screen: 'compare', sessionId, threadIds: threadIds.slice(0, MOST_COMPARED) })
}

/** Back from the columns to the timeline, to the row of one of the threads. */
export function leaveCompare(threadId: string | undefined) {
  const { route, reveal } = appStore.getState().ui
  if (route.screen !== 'compare') return
  const back: Route = { screen: 'session', sessionId: route.sessionId }
  patch({
    route: back,
    dialog: null,
    reveal: threadId === undefined ? null : { key: threadId, focus: true, n: (reveal?.n ?? 0) + 1 },
  })
}

/** Selects a thread of the open session: for the composer, the inspector, the keys. */
export function selectThread(threadId: string) {
  patch({ threadId })
}

/** Selects a thread and shows it in the inspector. */
export function openThread(threadId: string, tab: InspectorTab = 'conversation') {
  patch({ threadId, inspector: { open: true, tab } })
  revealRow(threadId)
}

/** Makes a thread the trunk of the timeline and selects it; for the main thread this is the way back. */
export function showAsTrunk(threadId: string) {
  patch({ trunkId: threadId, threadId, turnId: null })
}

/**
 * Has the timeline bring a turn or a fork's stub into view, by its id; what is not of this trunk is passed over.
 *
 * @param focus also moves the focus there, for whoever came by the keyboard
 */
export function revealRow(key: string, focus = false) {
  patch({ reveal: { key, focus, n: (appStore.getState().ui.reveal?.n ?? 0) + 1 } })
}

/** The reveal was answered, or is of no trunk that is shown. */
export function revealed() {
  patch({ reveal: null })
}

/** Shows what a search found: its thread becomes the trunk, the turn opens, comes into view and takes the focus, its words are marked. */
export function showFound(threadId: string, place: Omit<Found, 'n'>) {
  const { ui } = appStore.getState()
  const { turnId } = place
  patch({
    trunkId: threadId,
    threadId,
    turnId,
    found: { ...place, n: (ui.found?.n ?? 0) + 1 },
    folds: { ...ui.folds, [turnId]: false },
    reveal: { key: turnId, focus: true, n: (ui.reveal?.n ?? 0) + 1 },
  })
}

/** Takes the marks of a search away. */
export function forgetFound() {
  patch({ found: null })
}

/** Marks the turn the keys are about. */
export function focusTurn(turnId: string | null) {
  if (appStore.getState().ui.turnId !== turnId) patch({ turnId })
}

export function showInspector(tab?: InspectorTab) {
  const { inspector } = appStore.getState().ui
  patch({ inspector: { open: true, tab: tab ?? inspector.tab } })
}

/** Selects a thread and shows one of its requests as it was sent; null: all of them. */
export function showOnWire(threadId: string, wireRequestId: string | null) {
  patch({ threadId, wireRequestId, inspector: { open: true, tab: 'wire' } })
}

export function hideInspector() {
  patch({ inspector: { ...appStore.getState().ui.inspector, open: false } })
}

/** Offers to undo a stop of several threads; an empty list takes the offer away. */
export function offerResume(stopped: readonly string[]) {
  patch({ stopped })
}

/** Changes which part of a thread's changes a merge takes. */
export function changePicks(threadId: string, change: (picks: Picks) => Picks) {
  const { picks } = appStore.getState().ui
  const before = picks[threadId] ?? ALL_PICKED
  const after = change(before)
  if (after !== before) patch({ picks: { ...picks, [threadId]: after } })
}

/** Says what was done, in a line and to whoever listens; null takes the line away. */
export function tell(news: News | null) {
  patch({ news })
  if (news) announce(news.more ? `${news.what} ${news.more}` : news.what)
}

export function toggleSidebar() {
  showSidebar(!appStore.getState().ui.sidebar)
}

export function showSidebar(sidebar: boolean) {
  patch({ sidebar })
}

/** Says how much of the timeline, in pixels from its lower edge, something stands in front of. */
export function coverTimeline(covered: number) {
  if (appStore.getState().ui.covered !== covered) patch({ covered })
}

export function openDialog(dialog: OpenDialog) {
  patch({ dialog })
}

export function closeDialog() {
  patch({ dialog: null })
}

/** Brings up the approval card and the focus to it: with this approval, or with the oldest open one. */
export function showApproval(approvalId: string | null = null) {
  const approvalWish = appStore.getState().ui.approvalWish + 1
  patch({ approvalId, approvalHidden: false, approvalWish, dialog: null })
}

/** Brings the card back and leaves the focus where it is: something new asks. */
export function raiseApprovals() {
  patch({ approvalHidden: false })
}

/** Turns the card to another approval of the queue; who is reading it goes on reading. */
export function turnToApproval(approvalId: string) {
  patch({ approvalId })
}

export function hideApprovals() {
  patch({ approvalHidden: true })
}

/** Folds (true) or opens (false) a turn, a group of forks or a row of the outline. */
export function setFold(id: string, folded: boolean) {
  patch({ folds: { ...appStore.getState().ui.folds, [id]: folded } })
}

/** Keeps what is written for a thread and not sent; an empty text forgets it. */
export function setDraft(threadId: string, text: string) {
  const { [threadId]: _, ...others } = appStore.getState().ui.drafts
  patch({ drafts: text === '' ? others : { ...others, [threadId]: text } })
}

/** Takes over what the host kept of other times; what was written in this window is newer. */
export function adoptDrafts(kept: readonly { threadId: string; text: string }[]) {
  const { drafts } = appStore.getState().ui
  const others = kept.filter(({ threadId, text }) => text !== '' && drafts[threadId] === undefined)
  if (others.length === 0) return
  patch({ drafts: { ...drafts, ...Object.fromEntries(others.map(({ threadId, text }) => [threadId, text])) } })
}

/** Has the live region read a sentence out. */
export function announce(text: string) {
  patch({ announcement: { text, n: appStore.getState().ui.announcement.n + 1 } })
}
