// Handlers of the commands about worktrees.
import type { CommandName, CommandResult, ParsedInput } from '../../shared/contract/commands'
import type { HostServices } from './host-services'

type Handlers<Names extends CommandName> = {
  [Name in Names]: (input: ParsedInput<Name>) => CommandResult<Name> | Promise<CommandResult<Name>>
}

/** What one thread's worktree is asked and told. */
export function worktreeHandlers({
  worktreeCommands,
  worktreeFiles,
  discarding,
  restoring,
  merging,
  bringingBack,
  remembered,
}: HostServices): Handlers<
  | 'worktree.read'
  | 'worktree.file'
  | 'worktree.open'
  | 'worktree.keep'
  | 'worktree.discard'
  | 'worktree.restore'
  | 'worktree.merge'
  | 'thread.bringBack'
> {
  return {
    'worktree.read': (input) => worktreeFiles.read(input),
    'worktree.file': (input) => worktreeFiles.file(input),
    'worktree.open': (input) => worktreeFiles.open(input),
    'worktree.keep': ({ threadId }) => worktreeCommands.keep(threadId),
    'worktree.discard': ({ threadId, confirm }) => discarding.discard(threadId, confirm),
    'worktree.restore': ({ threadId }) => restoring.restore(threadId),
    'worktree.merge': (input) => merging.merge(input),
    'thread.bringBack': (input) =>
      remembered.once('thread.bringBack', input.itemId, input, (remember) => bringingBack.bringBack(input, remember)),
  }
}

/** What all worktrees together are asked and told. */
export function storageHandlers({
  storage,
  reconciling,
  freeing,
}: HostServices): Handlers<'worktree.list' | 'worktree.reconcile' | 'worktree.free'> {
  return {
    'worktree.list': () => storage.list(),
    'worktree.reconcile': ({ differences }) => reconciling.reconcile(differences),
    'worktree.free': ({ threadId }) => freeing.free(threadId),
  }
}
