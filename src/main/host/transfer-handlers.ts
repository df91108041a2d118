// Handlers for bringing sessions in and writing them out.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import type { HostServices } from './host-services'

type Names = 'session.import' | 'session.importable' | 'session.export'
type Handlers = { [Name in Names]: (input: ParsedInput<Name>) => Promise<CommandResult<Name>> }

/** Once for each session a client named. */
export function transferHandlers({ imports, exports, remembered }: HostServices): Handlers {
  return {
    'session.import': (input) =>
      remembered.once('session.import', input.sessionId, input, (remember) => imports.import(input, remember)),
    'session.importable': ({ projectId }) => imports.list(projectId),
    'session.export': (input) => exports.export(input),
  }
}
