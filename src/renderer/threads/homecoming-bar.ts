import type { Thread } from '../../shared/domain/thread'
import { isBetween } from './worktree-words'

/** Whether a thread ended with something to bring home that has not been brought: then it is offered without being looked for. */
export function isToBringBack(thread: Pick<Thread, 'parentId' | 'state' | 'broughtBackAt'>): boolean {
  return thread.parentId !== null && thread.state === 'done' && thread.broughtBackAt === null
}

/** Why a thread's result cannot be brought home, or its changes merged, as a sentence; null when it can. */
export function homecomingBar(
  thread: Pick<Thread, 'parentId' | 'title' | 'worktree'>,
  kind: 'merge' | 'bring-back',
): string | null {
  if (thread.parentId === null) return 'The main thread is at home'
  if (kind === 'bring-back') return null
  const { worktree, title } = thread
  if (!worktree) return `${title} has no worktree of its own: what it changed is in your checkout`
  if (worktree.state === 'discarded') return `${title} is discarded: restore it first`
  if (worktree.state === 'missing' || worktree.state === 'failed') return `The worktree of ${title} is not there`
  return isBetween(worktree.state) ? `Something is being done with the worktree of ${title}` : null
}
