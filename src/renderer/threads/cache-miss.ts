// Finds the requests that did not read from the cache what they could have read, and says why and for how much. Pure.
import { type FirstDifference, readFirstDifference } from '../../shared/domain/first-difference'
import type { Request } from '../../shared/domain/ledger'
import { formatCount } from '../ui/format-count'
import { formatMoney } from '../ui/format-money'
import { sentOf } from './usage-figures'

export interface CacheMiss {
  requestId: string
  /** Why, in a few words: `tools changed: grep removed`. */
  cause: string
  /** Where the prefix differs first, as the host recorded it; null where it does not, and the provider missed all the same. */
  where: string | null
  /** NanoUsd by which the input side was dearer than forecast; null where that is not known, or nothing. */
  extraNanoUsd: number | null
  /** Tokens that were not read from the cache, and what the input side was billed with them (NanoUsd; null: no price). */
  anewTokens: number
  inputNanoUsd: number | null
}

/** Below this share of what the forecast would read, a request missed. */
const MISSED_BELOW = 0.5

/** NanoUsd below which a difference is not worth a word: half of a tenth of a cent, where rounding begins. */
const NOTHING = 500_000

/**
 * The miss of a request; null for one that read what it was to read, or where the cache starts again since a person chose
 * so: that is no defect, and `newEpochText` tells of it.
 *
 * @param previous the request of the thread before it: a change of model is told by it
 */
export function cacheMissOf(request: Request, previous?: Pick<Request, 'model'>): CacheMiss | null {
  const difference = differenceOf(request, previous)
  if (difference ? difference.newEpoch : !readTooLittle(request)) return null
  return {
    requestId: request.id,
    cause: difference ? changeText(difference) : causeOf(request),
    where: difference?.path ?? null,
    extraNanoUsd: extraOf(request),
    anewTokens: sentOf(request.usage) - request.usage.cacheRead,
    inputNanoUsd: request.inputNanoUsd ?? null,
  }
}

/** `Cache miss: tools changed, $0.305 more than forecast`. */
export function missText(miss: CacheMiss): string {
  const cost = missCost(miss)
  return `Cache miss: ${miss.cause}${cost === '' ? '' : `, ${cost}`}`
}

/**
 * `$0.305 more than forecast`; of a change that the forecast knew of `64.4k tokens anew for $0.327`. Empty while the
 * provider has reported nothing.
 */
export function missCost({ extraNanoUsd, anewTokens, inputNanoUsd }: CacheMiss): string {
  // A forecast is right to a few per cent; what rounds to nothing is no difference.
  if (extraNanoUsd !== null && extraNanoUsd >= NOTHING) return `${formatMoney(extraNanoUsd)} more than forecast`
  if (anewTokens === 0) return ''
  const price = inputNanoUsd === null ? '' : ` for ${formatMoney(inputNanoUsd)}`
  return `${formatCount(anewTokens)} tokens anew${price}`
}

function readTooLittle({ forecast, usage }: Request): boolean {
  const expected = forecast?.usage.cacheRead ?? 0
  // Without any usage the provider has not said what it read.
  return expected > 0 && sentOf(usage) > 0 && usage.cacheRead < expected * MISSED_BELOW
}

/** Why the cache starts again with a request: `model changed: a → b`; null where it does not. */
export function newEpochText(request: Request, previous?: Pick<Request, 'model'>): string | null {
  const difference = differenceOf(request, previous)
  return difference?.newEpoch ? changeText(difference) : null
}

function differenceOf(
  { firstDifference, model }: Request,
  previous: Pick<Request, 'model'> | undefined,
): FirstDifference | null {
  if (firstDifference === null) return null
  const read = readFirstDifference(firstDifference)
  // An earlier version stored a level only, and that of the tools for another model too.
  if (read.path === 'tools' && read.what === '' && previous && previous.model !== model)
    return { path: 'model', what: `${previous.model} → ${model}`, newEpoch: true }
  return read
}

const NAMES: Record<string, string> = { output_config: 'effort', tool_choice: 'tool choice' }

function changeText({ path, what }: FirstDifference): string {
  const place = /^(?:messages\.(\d+)|blocks\[(\d+)\])/.exec(path)
  const head = path.replace(/[.[].*$/s, '')
  const name = place ? (place[1] ? `message ${place[1]}` : `block ${place[2]}`) : (NAMES[head] ?? head)
  return what === '' ? `${name} changed` : `${name} changed: ${what}`
}

/** What the provider says of itself: `tools_changed`, `previous_message_not_found`. */
function causeOf({ cacheMissReason, cacheDiagnosis }: Request): string {
  if (cacheMissReason !== null) return cacheMissReason.replaceAll('_', ' ')
  return cacheDiagnosis === 'pending' ? 'not read, and not yet compared' : 'not read, though it was warm'
}

function extraOf({ inputNanoUsd, forecast }: Request): number | null {
  if (inputNanoUsd === undefined || inputNanoUsd === null) return null
  if (forecast === null || forecast.nanoUsd === null) return null
  const extra = inputNanoUsd - forecast.nanoUsd
  return extra > 0 ? extra : null
}
