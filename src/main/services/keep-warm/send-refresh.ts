// One refresh: the last request again, with room for no answer; a row of the ledger like every other request.
import { refreshPrice } from '../../../core/pricing/keep-warm-price'
import { emptyAnswer, foldEvent, StreamProtocolError } from '../../../core/turn/stream-fold'
import { validateRequest } from '../../../core/wire/validate'
import { NO_USAGE } from '../../../shared/domain/units'
import type { RequestRecord, ThreadRecord } from '../../store/records'
import type { Go } from '../governor/request-governor'
import type { HostParts, Provider } from '../host-parts'
import { rebuildBody } from '../ledger/rebuild-request'
import { ModelFaultError } from '../ports/model-client'
import { commitPatiently } from '../turn/patient-commit'
import { faultOutcome, finishRequest } from '../turn/request-attempt'
import type { KeptPrefix } from './kept-prefix'

type RefreshParts = Pick<HostParts, 'store' | 'clock' | 'ids' | 'client' | 'hash' | 'log'>

/** Nothing is asked about the cache, so that the answer to the request before stays the one the next turn refers to. */
const NO_TAIL = '{}'

/**
 * Sends once. The row is written before the send and finished whatever happens; nothing else of the thread changes.
 *
 * @throws ModelFaultError, or the signal's reason
 */
export async function sendRefresh(
  parts: RefreshParts,
  thread: ThreadRecord,
  prefix: KeptPrefix,
  { provider, signal, go }: { provider: Provider; signal: AbortSignal; go: Go },
): Promise<void> {
  const { store } = parts
  const { request, body } = newRefresh(parts, thread, prefix)
  store.commit(() => store.requests.insert(request))
  const answer = emptyAnswer()
  const end: Partial<RequestRecord> = {}
  const finish = async (outcome: RequestRecord['outcome']) => {
    const commit = () => store.commit((tx) => finishRequest(parts, tx, { ...request, ...end }, { answer }, outcome))
    // What was billed is stored as soon as there is space: it cannot be told to anybody else.
    if (signal.aborted) commit()
    else await commitPatiently(parts, signal, commit)
  }
  try {
    const { baseUrl, apiKey } = provider
    const reply = await parts.client.ask({ body, betas: prefix.snapshot.betas, baseUrl, apiKey, signal })
    go.accepted(reply.rateLimits)
    end.requestId = reply.requestId
    foldEvent(answer, { type: 'message_start', message: reply.message })
    answer.usageFinal = true // the whole message came at once
    end.firstEventAt = parts.clock.now()
    await finish('ok')
  } catch (error) {
    const fault = error instanceof StreamProtocolError ? unreadable(error, end.requestId ?? null) : error
    if (fault instanceof ModelFaultError) end.requestId = fault.fault.requestId ?? end.requestId ?? null
    const again = fault instanceof ModelFaultError && go.willRetry(fault.fault)
    const outcome = signal.aborted ? 'cancelled' : again ? 'retried' : faultOutcome(fault)
    await finish(outcome)
    throw signal.aborted ? signal.reason : fault
  }
}

function newRefresh(
  parts: RefreshParts,
  thread: ThreadRecord,
  prefix: KeptPrefix,
): { request: RequestRecord; body: string } {
  const { store, clock, ids, hash } = parts
  const { base, model } = prefix
  const nowMs = clock.now()
  const row = { ...base, id: ids.next('request'), purpose: 'keep-warm' as const, tailJson: NO_TAIL }
  const body = rebuildBody(parts, row)
  // The request before may have ended on the model's message, where its turn was paused; it was taken all the same.
  const violation = validateRequest(body, true)
  if (violation) throw new Error(`the refresh of ${thread.id} is not valid at ${violation.path}: ${violation.message}`)
  const request: RequestRecord = {
    ...row,
    n: store.requests.nextN(thread.id),
    runId: ids.next('run'),
    model,
    usage: NO_USAGE,
    money: { nanoUsd: null, withoutSharingNanoUsd: null },
    forecast: refreshPrice(prefix, nowMs),
    startedAt: nowMs,
    firstEventAt: null,
    endedAt: null,
    outcome: 'broken',
    requestId: null,
    prefix: { ...base.prefix, sharedWithPrevious: base.prefix.blocks },
    firstDifference: null,
    cacheMissReason: null,
    cacheDiagnosis: 'none',
    usageFinal: false,
    bodyHash: hash(body),
    messageId: null,
  }
  return { request, body }
}

function unreadable(error: StreamProtocolError, requestId: string | null): ModelFaultError {
  const message = `The answer was not readable: ${error.message}.`
  return new ModelFaultError({
    kind: 'protocol',
    status: null,
    message,
    requestId,
    retryAfterMs: null,
    retryable: false,
  })
}
