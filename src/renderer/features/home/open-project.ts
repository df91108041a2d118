// From a folder to an open session: open the project, ask for trust where something would act, start a session, go there.

import type { CommandInput } from '../../../shared/contract/commands'
import type { Project } from '../../../shared/domain/session'
import { failureText } from '../../client/failure-text'
import type { HostClient } from '../../client/host-client'
import { mintId } from '../../client/mint-id'
import { loadHome } from '../../state/load'
import { appStore } from '../../state/store'
import { goTo, openDialog, setDraft } from '../../state/ui-actions'
import type { OpenDialog } from '../../state/ui-state'

export type NewSession = Omit<CommandInput<'session.create'>, 'projectId' | 'sessionId' | 'threadId'>

const DEMO_MESSAGE = 'Show me what forks can do'

/**
 * Opens a folder as a project and a first session in it. A project whose files would act is shown for trust before.
 *
 * @throws FailureError `project.not_found`, `project.not_a_folder`, `project.unreadable`
 */
export async function openFolder(host: HostClient, path: string): Promise<void> {
  const { projectId } = await host.call('project.open', { path })
  const trust = await host.call('project.trust', { projectId })
  if (!trust.trusted && trust.activations.length > 0) {
    await loadHome(host) // the dialog names the project it asks about
    openDialog({ kind: 'trust', projectId })
    await dialogGone('trust')
  }
  try {
    await startSession(host, projectId, {})
  } catch (error) {
    // The dialog in which the folder was chosen may be gone by now.
    openDialog({
      kind: 'failure',
      title: 'The folder is open, but no session could be started',
      text: failureText(error),
    })
  }
}

/** A first session in a known project; in the demo's own with its first message ready to be sent. */
export function startFirst(host: HostClient, project: Project): Promise<void> {
  return project.demo ? openDemo(host) : startSession(host, project.id, {})
}

/** Opens the demo in a session of its own, with a first message ready to be sent. */
export async function openDemo(host: HostClient): Promise<void> {
  const { projectId } = await host.call('demo.open', {})
  await startSession(host, projectId, { title: 'Demo' }, DEMO_MESSAGE)
}

/** Starts a session and shows it; `draft` waits in its composer. */
export async function startSession(
  host: HostClient,
  projectId: string,
  wishes: NewSession,
  draft?: string,
): Promise<void> {
  const { sessionId, threadId } = await host.call('session.create', {
    projectId,
    sessionId: mintId('session'),
    threadId: mintId('thread'),
    ...wishes,
  })
  if (draft !== undefined) setDraft(threadId, draft)
  goTo({ screen: 'session', sessionId })
  await loadHome(host)
}

/** Resolves when a dialog of this kind is no longer open. */
function dialogGone(kind: OpenDialog['kind']): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = appStore.subscribe(({ ui }) => {
      if (ui.dialog?.kind === kind) return
      unsubscribe()
      resolve()
    })
  })
}
