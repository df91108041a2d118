// How a run ended, and what that makes of its turn and thread.

import { refusalWords } from '../../../core/turn/refusal-words'
import { reportLine } from '../../../core/turn/report-line'
import { type FailureCode, FailureError } from '../../../shared/contract/failure'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import { lastAnswer } from '../last-answer'
import type { Log } from '../ports/log'
import { type ModelFault, ModelFaultError } from '../ports/model-client'
import { threadOf } from '../threads'
import { changeThread, changeTurn } from '../views'
import type { LiveAnswer } from './live-answer'
import { BrokenStreamError } from './request-attempt'
import type { Run } from './run'
import { settleTurn } from './settle'

export type RunOutcome =
  | { kind: 'done' }
  | { kind: 'turn-limit'; limit: number }
  | { kind: 'interrupted'; reason: string; live?: LiveAnswer }
  | { kind: 'failed'; code: FailureCode; reason: string; requestId: string | null }

/** The outcome of a run that threw. Only bugs are logged as such. */
export function outcomeOfError(error: unknown, log: Log, threadId: string): RunOutcome {
  if (error instanceof BrokenStreamError)
    return {
      kind: 'interrupted',
      reason: `The connection broke while the answer streamed: ${error.causeText}`,
      live: error.live,
    }
  if (error instanceof ModelFaultError) return failed(error.fault)
  if (error instanceof FailureError) {
    const { code, message } = error.failure
    if (code === 'budget.exceeded') return { kind: 'interrupted', reason: message }
    return { kind: 'failed', code, reason: message, requestId: null }
  }
  const incident = logIncident(log, 'run.failed', error, { threadId })
  return {
    kind: 'failed',
    code: 'internal',
    reason: `Something went wrong inside the app (${incident}).`,
    requestId: null,
  }
}

const CODES: Record<ModelFault['kind'], FailureCode> = {
  auth: 'provider.auth',
  model: 'provider.model',
  invalid: 'provider.refused',
  'rate-limited': 'provider.rate_limited',
  overloaded: 'provider.overloaded',
  network: 'provider.network',
  protocol: 'provider.protocol',
  server: 'provider.overloaded',
}

function failed(fault: ModelFault): RunOutcome {
  const reason = fault.kind === 'invalid' ? refusalWords(fault.message) : fault.message
  return { kind: 'failed', code: CODES[fault.kind], reason, requestId: fault.requestId }
}

/** Stores the end of a run: turn, thread, run row, and a notice where the person has to know more than the state says. */
export function writeOutcome(
  parts: Pick<HostParts, 'store' | 'clock' | 'ids'>,
  tx: Commit,
  run: Run,
  outcome: RunOutcome,
): void {
  const { store, clock } = parts
  const thread = threadOf(store, run.threadId)
  const at = clock.now()
  store.sessions.touch(thread.sessionId, at)
  if (outcome.kind === 'interrupted') {
    settleTurn(parts, tx, {
      threadId: run.threadId,
      turnId: run.turnId,
      cause: 'crash',
      threadState: 'interrupted',
      reason: outcome.reason,
      keepApprovals: false,
      live: outcome.live ?? null,
    })
    return
  }
  store.runs.finish(run.id, { endedAt: at, outcome: outcome.kind })
  const talks = thread.kind === 'main' || thread.kind === 'branch'
  const report = talks || outcome.kind === 'failed' ? null : reportLine(lastAnswer(store, run.threadId))
  const rest = { activity: null, silentSince: null, endedAt: talks ? null : at, report }
  if (outcome.kind === 'done') {
    changeTurn(store, tx, run.turnId, { state: 'done', endedAt: at })
    changeThread(store, tx, run.threadId, {
      ...rest,
      state: talks ? 'idle' : 'done',
      stateReason: null,
      resumable: false,
    })
    return
  }
  changeTurn(store, tx, run.turnId, { state: outcome.kind === 'turn-limit' ? 'interrupted' : 'failed', endedAt: at })
  const reason =
    outcome.kind === 'turn-limit' ? `Stopped at its limit of ${outcome.limit} steps; not finished.` : outcome.reason
  changeThread(store, tx, run.threadId, { ...rest, state: outcome.kind, stateReason: reason, resumable: true })
  const item = {
    id: parts.ids.next('item'),
    turnId: run.turnId,
    at,
    kind: 'notice' as const,
    level: outcome.kind === 'failed' ? ('error' as const) : ('warning' as const),
    text:
      outcome.kind === 'failed'
        ? `${reason}${outcome.requestId ? ` Request ${outcome.requestId}.` : ''} [${outcome.code}]`
        : reason,
  }
  store.items.add(run.threadId, item)
  tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: run.threadId, item })
}
