// What an open tool call is closed with when it will not be answered by its tool.

export type CloseCause = 'person' | 'tool-stopped' | 'isolation' | 'shutdown' | 'crash' | 'output-limit' | 'denied'

/** Whether the tool had begun, so that it may have taken effect. */
export type Progress = 'not-started' | 'started'

/** The text of a closing result: what happened, and whether the call may have taken effect. */
export function closingText(cause: CloseCause, progress: Progress, note?: string | null): string {
  const effect =
    progress === 'started'
      ? 'It had started and may have taken effect: check before you repeat it.'
      : 'It had not started and has had no effect.'
  switch (cause) {
    case 'person':
      return `Interrupted by the person. ${effect}`
    case 'tool-stopped':
      return `This call was stopped by the person; the turn goes on. ${effect}`
    case 'isolation':
      return `Stopped by the app: this fork worked outside of its own worktree, or its worktree is gone. ${effect}`
    case 'shutdown':
      return `Interrupted because the app was closed. ${effect}`
    case 'crash':
      return `Interrupted because the app ended unexpectedly. ${effect}`
    case 'output-limit':
      return 'Not executed: your answer reached its output limit inside this call, so its input is incomplete. Call again with less in one answer.'
    case 'denied':
      return note ? `The person denied this call: ${note}` : 'The person denied this call. It had no effect.'
  }
}
