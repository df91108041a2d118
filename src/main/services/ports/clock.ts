// Time and names: injected, so that tests decide both.
import type { IdKind } from '../../../shared/domain/ids'
import type { EpochMs } from '../../../shared/domain/units'

export interface Clock {
  now(): EpochMs
  /** Runs `action` after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void
}

export interface IdSource {
  next(kind: IdKind): string
}
