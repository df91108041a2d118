// The forecast of one request, from the ledger: what earlier requests with the same beginning were billed.
import { weightOfFacts } from '../../../core/content/media-in-block'
import { costOf } from '../../../core/pricing/cost'
import { forecastRequest, type KnownPrefix } from '../../../core/pricing/forecast-request'
import { modelFacts } from '../../../core/pricing/model-table'
import { blocksInEpoch } from '../../../core/wire/wire-block'
import type { CommandResult } from '../../../shared/contract/commands'
import type { Request } from '../../../shared/domain/ledger'
import { type NanoUsd, NO_USAGE } from '../../../shared/domain/units'
import type { RequestRecord, ThreadRecord } from '../../store/records'
import { weightOfBlock } from '../attachments/media-room'
import type { HostParts } from '../host-parts'
import type { ReadyEpoch } from '../turn/epochs'
import { prefixWarmUntil, warmUntil } from './warmth'

type ForecastParts = Pick<HostParts, 'store' | 'clock'>

interface ForecastOptions {
  /** Characters that will be added and are not stored yet. */
  moreChars?: number
  /** Whether to reckon with what siblings share as written, whatever the ledger says. */
  siblingWrote?: boolean
}

/** What the next request of a thread will be billed on its input side. */
export function forecastOf(
  parts: ForecastParts,
  thread: ThreadRecord,
  { epoch, snapshot }: ReadyEpoch,
  { moreChars = 0, siblingWrote = false }: ForecastOptions = {},
): NonNullable<Request['forecast']> {
  const blocks = blocksInEpoch(parts.store.blocks.history(thread.id), epoch)
  const charsBelow = (position: number) =>
    blocks.reduce((sum, block) => sum + (block.position < position ? weightOfBlock(block) : 0), snapshot.text.length)
  const usage = forecastRequest({
    ttl: snapshot.ttl,
    chars: charsBelow(Number.POSITIVE_INFINITY) + moreChars,
    prefix: knownPrefix(parts, thread, snapshot.id, charsBelow, siblingWrote),
    minCacheTokens: modelFacts(thread.model).minCacheTokens,
  })
  return { usage, nanoUsd: costOf(thread.model, usage) }
}

/** The longest prompt that was answered and is the beginning of this one, under the same snapshot. */
function knownPrefix(
  parts: ForecastParts,
  thread: ThreadRecord,
  snapshotId: string,
  charsBelow: (position: number) => number,
  siblingWrote: boolean,
): KnownPrefix | null {
  const base = lastAnswered(parts, thread, snapshotId)
  if (!base) return null
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = base.usage
  const tokens = input + cacheRead + cacheWrite5m + cacheWrite1h
  const chars = charsBelow(base.endPosition)
  const written = siblingWrote || hasLed(parts, thread) ? sharedEnd(parts, thread) : null
  if (written === null || written <= base.endPosition) return { tokens, chars, warm: isWarm(parts, base) }
  const shared = charsBelow(written)
  return { tokens: chars === 0 ? tokens : Math.ceil((tokens * shared) / chars), chars: shared, warm: true }
}

function lastAnswered(parts: ForecastParts, thread: ThreadRecord, snapshotId: string): RequestRecord | undefined {
  const { store } = parts
  for (const { threadId, below } of store.threads.ancestors(thread.id).toReversed()) {
    const answered = store.requests.lastAnswered(threadId, below)
    if (answered) return store.epochs.get(answered.epochId)?.snapshotId === snapshotId ? answered : undefined
  }
  return undefined
}

/** Whether a sibling's answered first request has written what this fork's first one repeats. */
function hasLed(parts: ForecastParts, thread: ThreadRecord): boolean {
  const { store } = parts
  if (thread.groupSize < 2 || store.requests.firstAnswered(thread.id)) return false
  return store.threads
    .children(thread.parentId ?? '')
    .filter((sibling) => sibling.groupId === thread.groupId && sibling.id !== thread.id)
    .some((sibling) => store.requests.ofThread(sibling.id).some((request) => request.n === 1 && isWarm(parts, request)))
}

/** The end of what a fork's first request shares with its siblings'; null where it shares nothing of its own. */
function sharedEnd({ store }: ForecastParts, thread: ThreadRecord): number | null {
  const shared = store.blocks.own(thread.id).find((block) => block.json.includes('<fork-boilerplate>'))
  return shared ? shared.position + 1 : null
}

function isWarm(parts: ForecastParts, request: RequestRecord): boolean {
  return (prefixWarmUntil(parts, request) ?? 0) > parts.clock.now()
}

/** What a thread's next request would be billed, warm or cold, before a person decides to send it. */
export function forecastThread(
  parts: ForecastParts,
  thread: ThreadRecord,
  text: string,
): Omit<CommandResult<'thread.forecast'>, 'keepWarm'> {
  const { store, clock } = parts
  const until = warmUntil(parts, thread.id)
  const warm = until !== null && until > clock.now()
  const epoch = store.epochs.current(thread.id)
  const snapshot = epoch ? store.snapshots.get(epoch.snapshotId) : undefined
  if (!epoch || !snapshot) return { warm, warmUntil: until, usage: NO_USAGE, nanoUsd: null, startNow: null }
  const ready = { epoch, snapshot }
  const attached = store.attachments.ofDraft(thread.id).reduce((sum, { facts }) => sum + weightOfFacts(facts), 0)
  const price = forecastOf(parts, thread, ready, { moreChars: text.length + attached })
  const startNow = thread.state === 'warming' ? { nanoUsd: priceOfHaste(parts, thread, ready, price.nanoUsd) } : null
  return { warm, warmUntil: until, ...price, startNow }
}

/** By how much a sibling's first request is dearer now than after its leader's; null where no price is known. */
function priceOfHaste(
  parts: ForecastParts,
  thread: ThreadRecord,
  ready: ReadyEpoch,
  nowNanoUsd: NanoUsd | null,
): NanoUsd | null {
  const later = forecastOf(parts, thread, ready, { siblingWrote: true }).nanoUsd
  return nowNanoUsd === null || later === null ? null : Math.max(0, nowNanoUsd - later)
}
