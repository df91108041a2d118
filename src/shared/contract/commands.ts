// Every command of the host, declared once: its input, parsed at the door, and its result.
import type { z } from 'zod'
import { approvalCommands } from './approval-commands'
import { attachmentCommands } from './attachment-commands'
import { composingCommands } from './composing-commands'
import { forkCommands } from './fork-commands'
import { homecomingCommands } from './homecoming-commands'
import { libraryCommands } from './library-commands'
import { mcpCommands } from './mcp-commands'
import { permissionCommands } from './permission-commands'
import { searchCommands } from './search-commands'
import { sessionCommands } from './session-commands'
import { storageCommands } from './storage-commands'
import { systemCommands } from './system-commands'
import { transferCommands } from './transfer-commands'
import { turnCommands } from './turn-commands'
import { worktreeCommands } from './worktree-commands'

export const COMMANDS = {
  ...systemCommands,
  ...sessionCommands,
  ...turnCommands,
  ...forkCommands,
  ...approvalCommands,
  ...worktreeCommands,
  ...homecomingCommands,
  ...storageCommands,
  ...searchCommands,
  ...composingCommands,
  ...libraryCommands,
  ...permissionCommands,
  ...mcpCommands,
  ...attachmentCommands,
  ...transferCommands,
}

export type Commands = typeof COMMANDS
export type CommandName = keyof Commands
/** What a client writes; defaults may be left out. */
export type CommandInput<Name extends CommandName> = z.input<Commands[Name]['input']>
/** What a handler gets: parsed, with defaults in place. */
export type ParsedInput<Name extends CommandName> = z.output<Commands[Name]['input']>
export type CommandResult<Name extends CommandName> = z.output<Commands[Name]['result']>

/** Whether a name that came over the wire is one of ours. */
export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name)
}
