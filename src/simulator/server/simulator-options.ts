import type { ModelFacts } from '../models'
import type { ThinkingBinding } from '../prompt/thinking-signatures'
import type { Script } from '../script/script'

export type SimulatorOptions = {
  /** 0 or none: a free one. Only loopback is listened on. */
  port?: number
  /** The model. Default: an echo. */
  script?: Script
  /** Milliseconds; drives the lifetimes of cache entries. Default: `Date.now`. */
  now?: () => number
  /** Accepted keys; none given: any key that is not empty. */
  keys?: readonly string[]
  /** Models beside the known ones, and overrides for those. */
  models?: Readonly<Record<string, Partial<ModelFacts>>>
  /** When an entry can be read: when the response that writes it has begun (default), or ended. */
  readableAt?: 'begin' | 'end'
  /** Positions checked per marker; 20 by default. */
  lookback?: number
  /** Counts a run of calls, or of results, as one position. Default: every block counts. */
  runsCountOnce?: boolean
  /** `on` (default); `pending`: always answered with a null reason; `refused`: the field is a 400. */
  diagnostics?: 'on' | 'pending' | 'refused'
  /** `on` (default), or `refused`: the field is a 400. */
  compaction?: 'on' | 'refused'
  /** What thinking signatures are bound to; the prefix by default. */
  thinkingBinding?: ThinkingBinding
  /** Wait before the first byte of every answer, in milliseconds. */
  firstByteMs?: number
  /** Wait between deltas, in milliseconds. */
  chunkMs?: number
  /** Cuts every write inside a multi-byte character. */
  splitBytes?: boolean
  /** A ping after so many milliseconds without an event. Default: none beyond the first. */
  pingEveryMs?: number
  /** Keeps the newest so many requests in `requests` (all by default); for long-lived demos. */
  keepRequests?: number
}
