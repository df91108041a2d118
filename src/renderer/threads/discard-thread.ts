import type { CommandResult } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import type { HostClient } from '../client/host-client'
import { appStore } from '../state/store'
import { openDialog, tell } from '../state/ui-actions'
import { keptSentence } from './kept-until'

interface Discarded {
  threadId: string
  title: string
}

/**
 * Discards a thread's worktree and says so, with the way back. Work that exists nowhere else is not discarded without a second
 * yes: then the dialog that names it is opened, and nothing has happened.
 *
 * @returns whether it was discarded
 * @throws whatever else the host refused it for
 */
export async function discardThread(
  host: HostClient,
  { threadId, title }: Discarded,
  confirm = false,
): Promise<boolean> {
  try {
    const { worktree, rescuedTo } = await host.call('worktree.discard', { threadId, confirm })
    const days = appStore.getState().view.settings?.['worktree.rescueDays']
    const more = rescuedTo === null ? 'Its folder was gone already.' : keptSentence(worktree, days)
    tell({ what: `${title} is discarded.`, more, offer: { kind: 'restore', threadId, title } })
    return true
  } catch (error) {
    const loss = lossOf(error)
    if (!loss) throw error
    openDialog({ kind: 'discard', threadId, title, loss })
    return false
  }
}

const RESTORED_FROM: Record<CommandResult<'worktree.restore'>['from'], string> = {
  rescued: 'With everything in it',
  archive: 'With everything in it, from its archive',
  refs: 'From its commits; what was in none of them is not in it',
}

/** Brings a discarded worktree back and says where it is. @throws whatever the host refused it for */
export async function restoreThread(host: HostClient, { threadId, title }: Discarded): Promise<void> {
  const { path, from } = await host.call('worktree.restore', { threadId })
  tell({ what: `${title} is restored.`, more: `${RESTORED_FROM[from]}, at ${path}.` })
}

/** What would be lost, when that is why it was refused. */
function lossOf(error: unknown): string[] | null {
  if (!(error instanceof FailureError) || error.failure.code !== 'worktree.dirty') return null
  const { loss, message } = error.failure
  const lines = Array.isArray(loss) ? loss.filter((line) => typeof line === 'string') : []
  return lines.length > 0 ? lines : [message]
}
