// The only writer of `view`: what the host answers and says goes through here, and nothing else does.
import type { CommandResult } from '../../shared/contract/commands'
import type { HostEvent } from '../../shared/contract/events'
import type { Request } from '../../shared/domain/ledger'
import type { Project, SessionListEntry } from '../../shared/domain/session'
import type { SettingsView } from '../../shared/domain/settings'
import type { TurnWithItems } from '../../shared/domain/turn'
import { applyEvent } from '../../shared/projection/apply-event'
import { addPage, addRequests, openSessionView, type SessionView } from '../../shared/projection/session-view'
import type { ConnectionState } from '../client/host-client'
import { appStore, type ViewState } from './store'

function patch(change: Partial<ViewState>) {
  appStore.setState((state) => ({ view: { ...state.view, ...change } }))
}

function patchSession(sessionId: string, change: (session: SessionView) => SessionView) {
  const before = appStore.getState().view.session
  if (before?.session.id !== sessionId) return
  const after = change(before)
  if (after !== before) patch({ session: after })
}

/** Takes events one by one and applies them together, once per animation frame. */
export function createEventReceiver(schedule: (flush: () => void) => void) {
  let waiting: HostEvent[] = []
  const flush = () => {
    const events = waiting
    waiting = []
    receiveEvents(events)
  }
  return (event: HostEvent) => {
    waiting.push(event)
    if (waiting.length === 1) schedule(flush)
  }
}

/** Applies events in their order, as one change of the store. */
export function receiveEvents(events: readonly HostEvent[]) {
  const { view } = appStore.getState()
  const next: ViewState = { ...view }
  for (const event of events) {
    if (event.type === 'settings.changed') next.settings = event.settings
    if (event.type === 'session.changed' && next.sessions) {
      next.sessions = next.sessions.map((entry) =>
        entry.id === event.sessionId ? { ...entry, ...event.session } : entry,
      )
    }
    if (next.session) next.session = applyEvent(next.session, event)
  }
  appStore.setState({ view: next })
}

export function receiveConnection(connection: ConnectionState) {
  patch({ connection })
}

export function receiveInfo(info: CommandResult<'app.info'>) {
  patch({ info })
}

export function receiveSettings(settings: SettingsView) {
  patch({ settings })
}

/** Home is read again and again; a session about which nothing changed stays the same object, and its row is not drawn again. */
export function receiveHome(projects: readonly Project[], sessions: readonly SessionListEntry[]) {
  const before = new Map(appStore.getState().view.sessions?.map((entry) => [entry.id, entry]))
  const kept = sessions.map((entry) => {
    const old = before.get(entry.id)
    return old && JSON.stringify(old) === JSON.stringify(entry) ? old : entry
  })
  patch({ projects, sessions: kept })
}

/** The session that is open is no longer the one on show. */
export function receiveNoSession(sessionFailure: string | null = null) {
  patch({ session: null, sessionFailure })
}

/** Shows a session as it stands; bodies come by page. */
export function receiveSession(answer: CommandResult<'session.read'>) {
  patch({ session: openSessionView(answer), sessionFailure: null })
}

export function receivePage(sessionId: string, page: readonly TurnWithItems[]) {
  patchSession(sessionId, (session) => addPage(session, page))
}

export function receiveRequests(sessionId: string, threadId: string, requests: readonly Request[]) {
  patchSession(sessionId, (session) => addRequests(session, threadId, requests))
}
