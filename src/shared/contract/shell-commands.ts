// Commands the desktop shell answers itself, over the same port: what only a window can do. Other doors answer `unknown_command`.
import { z } from 'zod'

export const SHELL_COMMANDS = {
  /** Shows the system's dialog for choosing a folder; `path` is null when the person chose none. */
  'shell.pickFolder': { input: z.strictObject({}), result: z.object({ path: z.string().nullable() }) },
  /** The same for a file that is there. */
  'shell.pickFile': { input: z.strictObject({}), result: z.object({ path: z.string().nullable() }) },
  /** The same for a place to write a file to; the person was asked about one that is there. */
  'shell.pickPlace': { input: z.strictObject({}), result: z.object({ path: z.string().nullable() }) },
}

export type ShellCommandName = keyof typeof SHELL_COMMANDS
export type ShellCommandResult<Name extends ShellCommandName> = z.output<(typeof SHELL_COMMANDS)[Name]['result']>
