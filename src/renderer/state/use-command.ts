import { useCallback } from 'react'
import type { CommandInput, CommandName, CommandResult } from '../../shared/contract/commands'
import { failureAdvice } from '../client/failure-advice'
import { failureText } from '../client/failure-text'
import type { HostClient } from '../client/host-client'
import { useHost } from '../client/use-host'
import { openDialog } from './ui-actions'

/**
 * Gives a command for which a person pressed something; a failure is shown to them under `title`.
 *
 * @returns the result, or null when it failed (and the person knows)
 */
export async function runCommand<Name extends CommandName>(
  host: HostClient,
  title: string,
  command: Name,
  input: CommandInput<Name>,
): Promise<CommandResult<Name> | null> {
  try {
    return await host.call(command, input)
  } catch (error) {
    openDialog({ kind: 'failure', title, text: failureText(error), advice: failureAdvice(error) })
    return null
  }
}

/** `runCommand` with the page's host. */
export function useCommand() {
  const host = useHost()
  return useCallback(
    <Name extends CommandName>(title: string, command: Name, input: CommandInput<Name>) =>
      runCommand(host, title, command, input),
    [host],
  )
}
