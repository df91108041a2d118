// The actions the palette offers, for what is on show; each is what a key or a button does as well.

import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import { failureAdvice } from '../../client/failure-advice'
import { failureText } from '../../client/failure-text'
import type { HostClient } from '../../client/host-client'
import type { KeyActionId } from '../../keyboard/key-actions'
import type { AppState } from '../../state/store'
import {
  goTo,
  goToLibrary,
  MOST_COMPARED,
  openCompare,
  openDialog,
  showApproval,
  showAsTrunk,
  showInspector,
  toggleCompared,
  toggleSidebar,
} from '../../state/ui-actions'
import { runCommand } from '../../state/use-command'
import { discardThread, restoreThread } from '../../threads/discard-thread'
import { homecomingBar } from '../../threads/homecoming-bar'
import { isRestorable } from '../../threads/restore-button'
import { chooseForks, sessionForks } from '../../threads/session-forks'

export interface PaletteAction {
  id: string
  label: string
  /** Further words it is found by. */
  keywords?: string
  /** The action whose keys do the same. */
  key?: KeyActionId
  run: () => void
}

/** What can be done now, in the order it is listed. */
export function paletteActions({ view, ui }: AppState, host: HostClient): PaletteAction[] {
  return [
    ...waiting(view, ui),
    ...threadActions(view, ui, host),
    ...sessionActions(view, ui),
    ...forkMode(view, ui, host),
    ...everywhere(view),
  ]
}

function everywhere({ session }: AppState['view']): PaletteAction[] {
  const projectId = session?.session.projectId ?? null
  return [
    ...EVERYWHERE,
    {
      id: 'import',
      label: 'Import a session…',
      keywords: 'transcript claude code jsonl bundle file',
      run: () => openDialog({ kind: 'import', projectId }),
    },
  ]
}

const EVERYWHERE: readonly PaletteAction[] = [
  {
    id: 'search',
    label: 'Search everything',
    keywords: 'find text',
    key: 'search',
    run: () => openDialog({ kind: 'search' }),
  },
  { id: 'new', label: 'New session', key: 'new-session', run: () => openDialog({ kind: 'new-session' }) },
  {
    id: 'open',
    label: 'Open a folder',
    keywords: 'project',
    key: 'open-folder',
    run: () => openDialog({ kind: 'open-folder' }),
  },
  { id: 'home', label: 'All sessions', keywords: 'home projects', run: () => goTo({ screen: 'home' }) },
  { id: 'inbox', label: 'Approvals of all sessions', keywords: 'inbox', run: () => openDialog({ kind: 'approvals' }) },
  {
    id: 'storage',
    label: 'Storage',
    keywords: 'worktrees disk size orphans free restore',
    run: () => goTo({ screen: 'storage' }),
  },
  {
    id: 'library',
    label: 'Library',
    keywords: 'agents commands skills memory notes CLAUDE.md hooks servers files',
    key: 'library',
    run: goToLibrary,
  },
  {
    id: 'settings',
    label: 'Settings',
    keywords: 'api key model theme budget',
    run: () => goTo({ screen: 'settings' }),
  },
  {
    id: 'keys',
    label: 'Keyboard map',
    keywords: 'shortcuts help',
    key: 'keys',
    run: () => openDialog({ kind: 'keys' }),
  },
]

function waiting(view: AppState['view'], ui: AppState['ui']): PaletteAction[] {
  const count = view.session?.approvals.length ?? 0
  if (ui.route.screen !== 'session' || count === 0) return []
  return [{ id: 'approvals', label: `Answer approvals (${count})`, key: 'approvals', run: () => showApproval() }]
}

function sessionActions(view: AppState['view'], ui: AppState['ui']): PaletteAction[] {
  const { session } = view
  if (ui.route.screen !== 'session' || !session) return []
  return [
    { id: 'changes', label: 'Show changes', keywords: 'diff', key: 'changes', run: () => showInspector('changes') },
    { id: 'cost', label: 'Show cost', keywords: 'money cache ledger', run: () => showInspector('cost') },
    { id: 'wire', label: 'Show the wire', keywords: 'requests prefix cache', run: () => showInspector('wire') },
    { id: 'conversation', label: 'Show the conversation', run: () => showInspector('conversation') },
    { id: 'info', label: 'Show info', keywords: 'facts folder branch', run: () => showInspector('info') },
    { id: 'main', label: 'Back to Main', run: () => showAsTrunk(session.session.mainThreadId) },
    { id: 'outline', label: 'Show or hide the outline', keywords: 'sidebar', run: toggleSidebar },
    {
      id: 'export',
      label: 'Export the session…',
      keywords: 'save bundle markdown file share',
      run: () => openDialog({ kind: 'export' }),
    },
    { id: 'stop-all', label: 'Stop all threads', key: 'stop-all', run: () => openDialog({ kind: 'stop-all' }) },
  ]
}

function forkMode(view: AppState['view'], ui: AppState['ui'], host: HostClient): PaletteAction[] {
  const forks = sessionForks({ view })
  const sessionId = view.session?.session.id
  if (ui.route.screen !== 'session' || sessionId === undefined || forks === null || forks.fixed !== null) return []
  return [
    {
      id: 'fork-mode',
      label: forks.on ? 'Turn forks off in this session' : 'Turn forks on in this session',
      keywords: 'fork mode agents subagent',
      run: () => void chooseForks(host, sessionId, !forks.on),
    },
  ]
}

function threadActions(view: AppState['view'], ui: AppState['ui'], host: HostClient): PaletteAction[] {
  const thread = ui.threadId === null ? undefined : view.session?.threads[ui.threadId]
  if (ui.route.screen !== 'session' || !thread) return []
  const name = thread.kind === 'main' ? 'Main' : thread.title
  const turn = view.session?.turns[thread.id]?.findLast((each) => each.forkable)
  const { id: threadId } = thread
  const actions: PaletteAction[] = []
  if (turn) {
    actions.push({
      id: 'fork',
      label: `Fork from turn ${turn.n} of ${name}`,
      key: 'fork',
      run: () => openDialog({ kind: 'fork', threadId, turnId: turn.id, turnN: turn.n }),
    })
    actions.push({
      id: 'branch',
      label: `Branch from turn ${turn.n} of ${name}`,
      keywords: 'copy talk',
      run: () => openDialog({ kind: 'fork', threadId, turnId: turn.id, turnN: turn.n, as: 'branch' }),
    })
  }
  actions.push({
    id: 'tool-servers',
    label: `Tool servers of ${name}`,
    keywords: 'mcp tools reconnect',
    run: () => openDialog({ kind: 'tool-servers', threadId }),
  })
  if (LIVE_STATES.has(thread.state)) {
    actions.push({
      id: 'interrupt',
      label: `Interrupt ${name}`,
      keywords: 'stop',
      key: 'interrupt',
      run: () => void runCommand(host, 'It was not interrupted', 'turn.interrupt', { threadId }),
    })
  }
  if (thread.resumable) {
    actions.push({
      id: 'resume',
      label: `Resume ${name}`,
      run: () => void runCommand(host, 'It was not resumed', 'thread.resume', { threadId }),
    })
  }
  if (thread.parentId !== null) {
    actions.push(...homecomingActions(thread, host), ...compareActions(view, ui, thread))
  }
  return actions
}

function homecomingActions(thread: Thread, host: HostClient): PaletteAction[] {
  const { id: threadId, title } = thread
  const actions: PaletteAction[] = [
    {
      id: 'bring-back',
      label: `Bring back ${title}`,
      keywords: 'home report result',
      key: 'bring-back',
      run: () => openDialog({ kind: 'bring-back', threadId }),
    },
  ]
  if (isRestorable(thread)) {
    const run = () => attempt(`${title} was not restored`, restoreThread(host, { threadId, title }))
    actions.push({ id: 'restore', label: `Restore ${title}`, keywords: 'undo discard worktree', run })
  }
  if (homecomingBar(thread, 'merge') !== null) return actions
  actions.push({
    id: 'merge',
    label: `Merge the changes of ${title}`,
    keywords: 'squash patch files',
    key: 'merge',
    run: () => openDialog({ kind: 'merge', threadId }),
  })
  const discard = () => attempt(`${title} was not discarded`, discardThread(host, { threadId, title }))
  actions.push({ id: 'discard', label: `Discard ${title}`, keywords: 'delete worktree remove', run: discard })
  return actions
}

/** Tells a person who pressed something why it did not come about. */
function attempt(title: string, work: Promise<unknown>) {
  work.catch((error: unknown) => {
    openDialog({ kind: 'failure', title, text: failureText(error), advice: failureAdvice(error) })
  })
}

function compareActions(view: AppState['view'], ui: AppState['ui'], thread: Thread): PaletteAction[] {
  const marked = ui.compared.filter((id) => view.session?.threads[id])
  const siblings = (view.session?.threadIds ?? []).filter((id) => {
    const each = view.session?.threads[id]
    return each?.parentId === thread.parentId && each.branchPoint?.turnId === thread.branchPoint?.turnId
  })
  // The selected one is among them, whatever is left out.
  const first = siblings.length <= MOST_COMPARED ? siblings : [thread.id, ...siblings.filter((id) => id !== thread.id)]
  const mark = marked.includes(thread.id) ? `Do not compare ${thread.title}` : `Mark ${thread.title} to compare`
  const actions: PaletteAction[] = [{ id: 'mark', label: mark, key: 'compare', run: () => toggleCompared(thread.id) }]
  if (marked.length > 1) {
    const label = `Compare ${marked.length} marked threads`
    actions.push({ id: 'compare-marked', label, run: () => openCompare(marked) })
  }
  if (siblings.length > 1) {
    const label = `Compare ${thread.title} with its siblings`
    actions.push({ id: 'compare', label, run: () => openCompare(first) })
  }
  return actions
}
