// What the end of an answer means for its turn: the table of stop reasons, as a function.

export type NextStep =
  | { kind: 'done' }
  | { kind: 'run-tools' }
  /** Sent again, ending on the model's message. */
  | { kind: 'continue-pause' }
  /** The open calls are closed unexecuted and the turn goes on. */
  | { kind: 'close-truncated' }
  | { kind: 'interrupted'; reason: string }
  | { kind: 'refused'; category: string | null }
  | { kind: 'window-exceeded' }
  | { kind: 'failed'; reason: string }

/**
 * @param calls how many tool calls the answer holds, complete or not
 */
export function stepAfter(stopReason: string | null, calls: number, detail: string | null): NextStep {
  switch (stopReason) {
    case 'end_turn':
    case 'stop_sequence':
      return calls > 0 ? { kind: 'run-tools' } : { kind: 'done' }
    case 'tool_use':
      return calls > 0
        ? { kind: 'run-tools' }
        : { kind: 'failed', reason: 'the model stopped for a tool but called none' }
    case 'max_tokens':
      return calls > 0
        ? { kind: 'close-truncated' }
        : { kind: 'interrupted', reason: 'The output limit was reached. Continue to go on from here.' }
    case 'pause_turn':
      return { kind: 'continue-pause' }
    case 'refusal':
      return { kind: 'refused', category: detail }
    case 'model_context_window_exceeded':
      return { kind: 'window-exceeded' }
    default:
      return { kind: 'failed', reason: `The model stopped for a reason this app does not know: ${String(stopReason)}` }
  }
}
