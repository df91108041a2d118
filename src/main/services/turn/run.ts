// A run: one attempt to execute a turn. What stands here lives only in memory; everything that matters is stored.
import type { LiveAnswer } from './live-answer'

export interface Run {
  readonly id: string
  readonly threadId: string
  readonly turnId: string
  readonly abort: AbortController
  /** Settled when its first request is ready to be sent, or when it has ended without one. */
  readonly gotReady: PromiseWithResolvers<void>
  /** The answer that streams now. */
  live: LiveAnswer | null
  /** The calls that run now, each with its own stop. */
  readonly calls: Map<string, AbortController>
  /** The last answer ran into the context window: the next request is preceded by a summary. */
  windowFull: boolean
  /** How often this run was summarised: a conversation that does not get shorter by it ends. */
  compactions: number
  /** Requests made in this run; the limit of steps counts them. */
  steps: number
  /** How often hooks have held up its end. */
  holds: number
  /** A hook has ended it: why, in a sentence. It ends before its next request. */
  stoppedBy: string | null
  /** It has ended without a request, for nothing was left to send. */
  ended: boolean
}

/** Why a run was ended from outside; the reason of its AbortSignal. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded'

  constructor(readonly by: 'person' | 'shutdown' | 'isolation') {
    super(`ended: ${by}`)
  }
}

/** Why a single call was ended; the turn goes on. */
export class CallStopped extends Error {
  override readonly name = 'CallStopped'
}
