import { FailureError } from '../../shared/contract/failure'
import { ConnectionLostError } from './host-client'

/** One sentence for the person about what went wrong with a command. */
export function failureText(error: unknown): string {
  if (error instanceof FailureError) return error.failure.message
  if (error instanceof ConnectionLostError)
    return 'The connection to the host was lost. What was asked may not have happened.'
  return error instanceof Error ? `Something is broken in Tine: ${error.message}` : 'Something is broken in Tine.'
}
