// Handlers for what people keep as files.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import type { HostServices } from './host-services'

type Names = 'library.list' | 'memory.list' | 'command.run'
type Handlers = { [Name in Names]: (input: ParsedInput<Name>) => Promise<CommandResult<Name>> }

/** What there is, and running it by name; once for each turn a client named. */
export function libraryHandlers({ library, hookListing, commandRunner, remembered }: HostServices): Handlers {
  return {
    'library.list': async ({ projectId }) => {
      const [kept, { hooks, broken }] = await Promise.all([library.list(projectId), hookListing.list(projectId)])
      return { ...kept, hooks, broken: [...kept.broken, ...broken] }
    },
    'memory.list': ({ projectId }) => library.memory(projectId),
    'command.run': (input) =>
      remembered.once('command.run', input.turnId, input, (remember) => commandRunner.run(input, remember)),
  }
}
