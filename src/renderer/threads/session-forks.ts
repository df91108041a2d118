// Whether the models of the session on show may fork, and choosing that for it alone.
import type { HostClient } from '../client/host-client'
import type { AppState } from '../state/store'
import { announce } from '../state/ui-actions'
import { runCommand } from '../state/use-command'

export interface SessionForks {
  /** What was chosen for the session; null: as the settings say. */
  chosen: boolean | null
  /** What holds now. */
  on: boolean
  /** Why nothing can be chosen; null where it can. */
  fixed: string | null
}

/** How the session on show stands; null without one. */
export function sessionForks({ view }: Pick<AppState, 'view'>): SessionForks | null {
  const session = view.session?.session
  if (!session) return null
  const setting = view.settings?.['fork.mode'] ?? view.info?.forkMode ?? true
  if (session.coordinator)
    return { chosen: session.forkMode, on: false, fixed: 'This session only delegates; it is not forked.' }
  if (view.info?.forkModeFixed)
    return { chosen: session.forkMode, on: view.info.forkMode, fixed: 'The variable TINE_FORK_SUBAGENT says so.' }
  return { chosen: session.forkMode, on: session.forkMode ?? setting, fixed: null }
}

/** Chooses for one session; forks that run go on. */
export async function chooseForks(host: HostClient, sessionId: string, forkMode: boolean | null): Promise<void> {
  const done = await runCommand(host, 'The choice was not kept', 'session.configure', { sessionId, forkMode })
  if (done) announce(`Forks are ${done.forkMode ? 'on' : 'off'} in this session`)
}
