// What goes with a message: put by, read back, taken away.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import type { HostServices } from './host-services'

type Names = 'attachment.add' | 'attachment.read' | 'attachment.remove'
type Handlers = {
  [Name in Names]: (input: ParsedInput<Name>) => CommandResult<Name> | Promise<CommandResult<Name>>
}

/** The handlers of attachments. */
export function attachmentHandlers({ attachments }: Pick<HostServices, 'attachments'>): Handlers {
  return {
    'attachment.add': (input) => attachments.add(input),
    'attachment.read': (input) => attachments.read(input),
    'attachment.remove': (input) => {
      attachments.remove(input)
      return { done: true }
    },
  }
}
