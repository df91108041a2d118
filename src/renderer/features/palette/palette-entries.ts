// What the palette lists: actions, threads of the session on show, sessions; each with the words it is found by.
import type { Thread } from '../../../shared/domain/thread'
import type { HostClient } from '../../client/host-client'
import type { KeyActionId } from '../../keyboard/key-actions'
import type { AppState } from '../../state/store'
import { goTo, openThread } from '../../state/ui-actions'
import { paletteActions } from './palette-actions'

export const GROUPS = ['Actions', 'Threads', 'Sessions'] as const

export interface PaletteEntry {
  group: (typeof GROUPS)[number]
  /** Names the entry, also the next time the palette is opened. */
  value: string
  label: string
  /** Stands behind the label. */
  sub?: string
  words: string[]
  thread?: Thread
  key?: KeyActionId
  run: () => void
}

/** All entries for what is on show, in the order they are listed. */
export function paletteEntries(state: AppState, host: HostClient): PaletteEntry[] {
  return [...actionEntries(state, host), ...threadEntries(state), ...sessionEntries(state)]
}

function actionEntries(state: AppState, host: HostClient): PaletteEntry[] {
  return paletteActions(state, host).map(({ id, label, keywords, key, run }) => ({
    group: 'Actions',
    value: `action ${id}`,
    label,
    words: [label, ...(keywords?.split(' ') ?? [])],
    run,
    ...(key ? { key } : {}),
  }))
}

function threadEntries({ view, ui }: AppState): PaletteEntry[] {
  const session = ui.route.screen === 'session' ? view.session : null
  return (session?.threadIds ?? []).flatMap((id) => {
    const thread = session?.threads[id]
    if (!thread) return []
    const label = thread.kind === 'main' ? 'Main' : thread.title
    const words = [label, thread.directive ?? '', thread.worktree?.branch ?? '']
    return [{ group: 'Threads' as const, value: id, label, words, thread, run: () => openThread(id) }]
  })
}

function sessionEntries({ view }: AppState): PaletteEntry[] {
  return (view.sessions ?? []).map(({ id, title, projectId }) => {
    const sub = view.projects?.find((project) => project.id === projectId)?.name ?? ''
    const run = () => goTo({ screen: 'session', sessionId: id })
    return { group: 'Sessions', value: id, label: title, sub, words: [title, sub], run }
  })
}
