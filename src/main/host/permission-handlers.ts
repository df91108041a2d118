// Handlers for what a person wants to know of the rules.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import { listRules, testPermission } from '../services/permission-test'
import type { HostServices } from './host-services'

type Names = 'permission.rules' | 'permission.test'
type Handlers = { [Name in Names]: (input: ParsedInput<Name>) => Promise<CommandResult<Name>> }

/** The rules there are, and what they would say of a call. */
export function permissionHandlers({ parts }: Pick<HostServices, 'parts'>): Handlers {
  return {
    'permission.rules': ({ projectId }) => listRules(parts, projectId),
    'permission.test': (input) => testPermission(parts, input),
  }
}
