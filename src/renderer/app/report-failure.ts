import { failureAdvice } from '../client/failure-advice'
import { failureText } from '../client/failure-text'
import { ConnectionLostError } from '../client/host-client'
import { openDialog } from '../state/ui-actions'

/** Tells the person what could not be read. A lost connection is told by its own banner, and mended without them. */
export function reportFailure(title: string) {
  return (error: unknown) => {
    if (error instanceof ConnectionLostError) return
    openDialog({ kind: 'failure', title, text: failureText(error), advice: failureAdvice(error) })
  }
}
