// One attempt of one request: its row in the ledger, its stream, its end.
import type { RateLimit } from '../../../core/governor/rate-limit'
import { moneyOf } from '../../../core/pricing/cost'
import { providerFacts } from '../../../core/pricing/model-table'
import { cacheDiagnosis } from '../../../core/turn/cache-diagnosis'
import { StreamProtocolError } from '../../../core/turn/stream-fold'
import { parseSnapshot } from '../../../core/wire/wire-snapshot'
import type { Request } from '../../../shared/domain/ledger'
import { NO_USAGE } from '../../../shared/domain/units'
import type { RequestRecord, ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts, Provider } from '../host-parts'
import { assertWithinBudgets } from '../ledger/budgets'
import { forecastOf } from '../ledger/request-forecast'
import { type ModelClient, type ModelFault, ModelFaultError } from '../ports/model-client'
import { announceThread, requestView } from '../views'
import type { ReadyEpoch } from './epochs'
import { LiveAnswer } from './live-answer'
import type { RequestPlan } from './request-plan'

type AttemptParts = Pick<HostParts, 'store' | 'clock' | 'ids' | 'delta' | 'settings'> & {
  client: Pick<ModelClient, 'open'>
}

export interface AttemptInput {
  thread: ThreadRecord
  turnId: string
  runId: string
  ready: ReadyEpoch
  plan: RequestPlan
  /** What its input will be billed, where that is known already. */
  forecast: Request['forecast']
  provider: Provider
  signal: AbortSignal
  /** Whether a fault would be waited out and the request sent again. */
  willRetry(fault: ModelFault): boolean
  /** Told once the provider has taken the request, with what it says of its limits. */
  onAccepted(limits: readonly RateLimit[]): void
  /**
   * Told when what the request wrote to the cache can be read: as the answer begins or ends, by provider. The rest of the answer
   * is read when this has resolved: who waited for it goes first.
   */
  onReadable(): Promise<void>
  /** Told with the answer before its first event, so that an interruption can keep what has arrived. */
  onLive(live: LiveAnswer): void
}

export interface AttemptResult {
  live: LiveAnswer
  request: RequestRecord
}

/** A stream that broke after content had arrived: the content is kept for the person, and the turn is interrupted. */
export class BrokenStreamError extends Error {
  override readonly name = 'BrokenStreamError'

  constructor(
    readonly live: LiveAnswer,
    readonly causeText: string,
  ) {
    super(causeText)
  }
}

/**
 * Sends once and reads to the end. The request's row is written before the send and finished whatever happens.
 *
 * @throws FailureError `budget.exceeded` before anything is sent, ModelFaultError, BrokenStreamError, or the signal's reason
 */
export async function attemptRequest(parts: AttemptParts, input: AttemptInput): Promise<AttemptResult> {
  input.signal.throwIfAborted() // ended in the moment its place came: nothing was sent that a row could tell of
  const request = newRequest(parts, input)
  assertWithinBudgets(parts, input.thread, request.forecast?.nanoUsd ?? null)
  parts.store.commit(() => parts.store.requests.insert(request), 'process')
  const live = new LiveAnswer(parts, input.thread, input.turnId)
  input.onLive(live)
  const end: Partial<RequestRecord> = {}
  const readable = providerFacts(input.provider.baseUrl).entryReadable
  try {
    const response = await parts.client.open({
      body: input.plan.body,
      betas: input.ready.snapshot.betas,
      baseUrl: input.provider.baseUrl,
      apiKey: input.provider.apiKey,
      signal: input.signal,
    })
    end.requestId = response.requestId
    input.onAccepted(response.rateLimits)
    for await (const event of response.events) {
      if (live.take(event)?.kind !== 'begun') continue
      end.firstEventAt = parts.clock.now()
      // Stored at once: what it wrote can be read from now on, whatever becomes of the answer.
      const begun = { firstEventAt: end.firstEventAt, requestId: response.requestId }
      parts.store.commit(() => parts.store.requests.finish(request.id, begun), 'process')
      if (readable === 'begin') await input.onReadable()
    }
    if (readable === 'end') await input.onReadable()
    if (!live.answer.ended) throw protocolFault('the stream ended in the middle of the answer', response.requestId)
    return { live, request: { ...request, ...end } }
  } catch (error) {
    const fault = asFault(error, input.signal, end.requestId ?? null)
    if (live.answer.ended && fault instanceof ModelFaultError) {
      // Its last event came: the answer is whole, however its connection ends. Servers are known that leave it open.
      if (readable === 'end') await input.onReadable()
      return { live, request: { ...request, ...end } }
    }
    const again = fault instanceof ModelFaultError && input.willRetry(fault.fault) && mayRepeat(fault.fault, live)
    const outcome = input.signal.aborted ? 'cancelled' : again ? 'retried' : faultOutcome(fault)
    if (fault instanceof ModelFaultError) end.requestId = fault.fault.requestId ?? end.requestId
    parts.store.commit((tx) => finishRequest(parts, tx, { ...request, ...end }, live, outcome))
    if (!input.signal.aborted && live.hasContent && fault instanceof ModelFaultError && !again)
      throw new BrokenStreamError(live, fault.fault.message)
    throw fault
  }
}

/** Writes what is known at the end of a request and announces it; within a commit. */
export function finishRequest(
  parts: Pick<HostParts, 'store' | 'clock'>,
  tx: Commit,
  request: RequestRecord,
  { answer }: Pick<LiveAnswer, 'answer'>,
  outcome: Request['outcome'],
): void {
  const { store } = parts
  const finished: RequestRecord = {
    ...request,
    usage: answer.usage,
    money: moneyOf(request.model, answer.usage, request.ttl, isFirstAnswered(store, request)),
    endedAt: parts.clock.now(),
    outcome,
    messageId: answer.messageId,
    cacheMissReason: answer.cacheMissReason,
    cacheDiagnosis: cacheDiagnosis(request.tailJson, answer),
    usageFinal: answer.usageFinal,
  }
  const { id, threadId, n, ...patch } = finished
  store.requests.finish(id, patch)
  const sessionId = store.threads.get(threadId)?.sessionId
  if (!sessionId) throw new Error(`no thread ${threadId} for request ${n}`)
  tx.emit({ type: 'request.finished', sessionId, threadId, request: requestView(finished) })
  announceThread(store, tx, threadId)
}

/** Whether no earlier request of the thread got an answer: a first try that was refused wrote nothing. */
function isFirstAnswered(store: HostParts['store'], request: RequestRecord): boolean {
  const first = store.requests.firstAnswered(request.threadId)
  return first === undefined || first.n >= request.n
}

function newRequest(parts: AttemptParts, input: AttemptInput): RequestRecord {
  const { thread, plan, ready } = input
  return {
    id: parts.ids.next('request'),
    threadId: thread.id,
    n: parts.store.requests.nextN(thread.id),
    purpose: 'turn',
    model: parseSnapshot(ready.snapshot.text).model,
    usage: NO_USAGE,
    money: { nanoUsd: null, withoutSharingNanoUsd: null },
    forecast: input.forecast ?? forecastOf(parts, thread, ready),
    startedAt: parts.clock.now(),
    firstEventAt: null,
    endedAt: null,
    outcome: 'broken',
    requestId: null,
    prefix: plan.prefix,
    firstDifference: plan.firstDifference,
    cacheMissReason: null,
    cacheDiagnosis: 'none',
    usageFinal: false,
    turnId: input.turnId,
    epochId: ready.epoch.id,
    runId: input.runId,
    endPosition: plan.endPosition,
    markers: plan.markers,
    tailJson: plan.tailJson,
    bodyHash: plan.bodyHash,
    messageId: null,
    ttl: ready.snapshot.ttl,
  }
}

/** How a request ended that got no whole answer and is not sent again. */
export function faultOutcome(fault: unknown): Request['outcome'] {
  if (!(fault instanceof ModelFaultError)) return 'broken'
  return fault.fault.kind === 'network' || fault.fault.kind === 'protocol' ? 'broken' : 'refused'
}

/**
 * Whether the request may simply be sent again: an error that the server itself reports passes; a line that broke after
 * content had come is the person's to take up, since they have read it.
 */
function mayRepeat(fault: ModelFault, live: LiveAnswer): boolean {
  const reported = fault.kind === 'overloaded' || fault.kind === 'rate-limited' || fault.kind === 'server'
  return reported || !live.hasContent
}

function asFault(error: unknown, signal: AbortSignal, requestId: string | null): unknown {
  if (signal.aborted) return signal.reason
  return error instanceof StreamProtocolError ? protocolFault(error.message, requestId) : error
}

function protocolFault(message: string, requestId: string | null): ModelFaultError {
  return new ModelFaultError({
    kind: 'protocol',
    status: null,
    message: `The answer broke off or was not readable: ${message}.`,
    requestId,
    retryAfterMs: null,
    retryable: true,
  })
}
