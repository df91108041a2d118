// What the provider's comparison of a request with the one before it says, from what was asked and what was answered.
import type { Request } from '../../shared/domain/ledger'
import type { Answer } from './stream-fold'

/** No object is no divergence, one with a null reason a comparison that is still under way: never a hit. */
export function cacheDiagnosis(
  tailJson: string,
  answer: Pick<Answer, 'messageId' | 'cacheMissReason' | 'comparisonPending'>,
): Request['cacheDiagnosis'] {
  if (answer.cacheMissReason !== null) return 'missed'
  if (answer.comparisonPending) return 'pending'
  return answer.messageId !== null && comparesWithOne(tailJson) ? 'matched' : 'none'
}

/** Whether the question named an answer to compare with; the first request of a thread names none. */
function comparesWithOne(tailJson: string): boolean {
  const { diagnostics } = JSON.parse(tailJson) as { diagnostics?: { previous_message_id?: string | null } }
  return typeof diagnostics?.previous_message_id === 'string'
}
