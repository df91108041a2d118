// Handlers of the commands about worktrees.
import type { CommandName, CommandResult, ParsedInput } from '../../shared/contract/commands'
import { FailureError } from '../../shared/contract/failure'
import { threadOf } from '../services/threads'
import type { HostServices } from './host-services'

type Handlers<Names extends CommandName> = {
  [Name in Names]: (input: ParsedInput<Name>) => CommandResult<Name> | Promise<CommandResult<Name>>
}

function unknown(command: CommandName): never {
  throw new FailureError('unknown_command', `There is no command ${command}.`, { command })
}

/** What one thread's worktree is asked and told. */
export function worktreeHandlers({
  parts,
  worktreeCommands,
  worktreeFiles,
  discarding,
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
  const coming = (command: CommandName, threadId: string): never => {
    threadOf(parts.store, threadId)
    return unknown(command)
  }
  return {
    'worktree.read': (input) => worktreeFiles.read(input),
    'worktree.file': (input) => worktreeFiles.file(input),
    'worktree.open': (input) => worktreeFiles.open(input),
    'worktree.keep': ({ threadId }) => worktreeCommands.keep(threadId),
    'worktree.discard': ({ threadId, confirm }) => discarding.discard(threadId, confirm),
    'worktree.restore': ({ threadId }) => coming('worktree.restore', threadId),
    'worktree.merge': (input) => merging.merge(input),
    'thread.bringBack': (input) =>
      remembered.once('thread.bringBack', input.itemId, input, (remember) => bringingBack.bringBack(input, remember)),
  }
}

/** What all worktrees together are asked and told. */
export function storageHandlers({
  parts,
}: HostServices): Handlers<'worktree.list' | 'worktree.reconcile' | 'worktree.free'> {
  return {
    'worktree.list': () => unknown('worktree.list'),
    'worktree.reconcile': () => unknown('worktree.reconcile'),
    'worktree.free': ({ threadId }) => {
      threadOf(parts.store, threadId)
      return unknown('worktree.free')
    },
  }
}
