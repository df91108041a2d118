import { FailureError } from '../../../shared/contract/failure'

/**
 * The failure for a file that cannot be sent.
 *
 * @param why what goes on after its name, to the end of the sentence
 */
export function refused(name: string, why: string): FailureError {
  return new FailureError('attachment.refused', `${name} ${why}`, { name })
}
