// The one store: `view` is what the host says (only receive.ts writes it), `ui` is what this window shows (only ui-actions.ts does).
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CommandResult } from '../../shared/contract/commands'
import type { Project, SessionListEntry } from '../../shared/domain/session'
import type { SettingsView } from '../../shared/domain/settings'
import type { SessionView } from '../../shared/projection/session-view'
import type { ConnectionState } from '../client/host-client'
import { INITIAL_UI, type UiState } from './ui-state'

export interface ViewState {
  connection: ConnectionState
  info: CommandResult<'app.info'> | null
  settings: SettingsView | null
  /** null: not read yet. */
  projects: readonly Project[] | null
  /** null: not read yet. */
  sessions: readonly SessionListEntry[] | null
  /** The open session; null while none is, or while it is being read. */
  session: SessionView | null
  /** Why the session that was asked for could not be opened. */
  sessionFailure: string | null
}

export interface AppState {
  view: ViewState
  ui: UiState
}

export const INITIAL_VIEW: ViewState = {
  connection: 'connecting',
  info: null,
  settings: null,
  projects: null,
  sessions: null,
  session: null,
  sessionFailure: null,
}

export const appStore = createStore<AppState>(() => ({ view: INITIAL_VIEW, ui: INITIAL_UI }))

/** Reads the store in a component; it renders again only when what `select` returns is another value. */
export function useApp<T>(select: (state: AppState) => T): T {
  return useStore(appStore, select)
}

/** Reads the open session; `fallback` while there is none. */
export function useSession<T>(select: (session: SessionView) => T, fallback: T): T {
  return useApp(({ view }) => (view.session ? select(view.session) : fallback))
}
