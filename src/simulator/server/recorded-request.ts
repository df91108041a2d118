// What the simulator remembers of a request.
import type { ApiError } from '../api-error'
import type { Prompt } from '../prompt/divide-prompt'
import type { AnswerBlock } from '../stream/compose-message'
import type { BilledUsage } from '../stream/usage'
import type { MessagesBody } from '../validation/body-schema'

/**
 * `ok`: answered to the end. `refused`: an error of the client's making (4xx). `failed`: an error or a broken answer
 * of the server's making. `aborted`: the client went away first.
 */
export type RequestOutcome = 'pending' | 'ok' | 'refused' | 'failed' | 'aborted'

export type RecordedRequest = {
  /** 1 for the first request this simulator received. */
  n: number
  method: string
  path: string
  /** As received, without the key. */
  headers: Record<string, string>
  /** Hash of the key, to tell keys apart; null without a key. */
  keyHash: string | null
  /** The body exactly as received. */
  bodyText: string
  /** The parsed body once it has the right shape. */
  body: MessagesBody | null
  /** The prompt as the cache saw it, once the body is valid. */
  prompt: Prompt | null
  /** Monotonic milliseconds (`performance.now()`). */
  receivedAt: number
  firstEventAt: number | null
  endedAt: number | null
  /** The simulator's own clock at arrival, in milliseconds; lifetimes count from here. */
  clockAt: number
  status: number | null
  requestId: string
  messageId: string | null
  /** What was billed; null until the answer began. A broken answer is billed as its beginning reported it. */
  usage: BilledUsage | null
  /** The whole answer, also the part that was never sent. */
  answer: AnswerBlock[] | null
  stopReason: string | null
  /** Server-sent events written so far. */
  eventsSent: number
  error: ApiError | null
  outcome: RequestOutcome
  /** Resolves when the outcome is known. */
  settled: Promise<RecordedRequest>
}
