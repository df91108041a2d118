// Results on their way home: a finished thread's result becomes an outbox row in the transaction that ends it.
import { NESTED_REFUSAL } from '../../core/fork/fork-guard'
import { cutResult, type NotificationFacts, notificationText } from '../../core/turn/notification'
import type { Worktree } from '../../shared/domain/worktree'
import type { ThreadRecord } from '../store/records'
import type { HostParts } from './host-parts'
import { lastAnswer } from './last-answer'
import { threadOf } from './threads'
import type { RunOutcome } from './turn/run-outcome'

export interface ResultFacts {
  worktree: Pick<Worktree, 'path' | 'branch' | 'head' | 'filesChanged'> | null
  /** What the runtime knows beside the model's words. */
  remarks: string[]
}

export const NO_FACTS: ResultFacts = { worktree: null, remarks: [] }

type Status = NotificationFacts['status']

/** The status a parent is told; null for an end that is no result (an interruption can be resumed). */
export function resultStatus(outcome: RunOutcome): Status | null {
  switch (outcome.kind) {
    case 'done':
      return 'completed'
    case 'turn-limit':
      return 'turn-limit'
    case 'failed':
      return 'failed'
    case 'interrupted':
      return null
  }
}

/**
 * Puts the result of a thread that reports back into the outbox; within the commit that ends its run. One result per
 * run.
 */
export function insertResult(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  threadId: string,
  runId: string,
  status: Status | null,
  facts: ResultFacts,
): void {
  const { store } = parts
  const thread = threadOf(store, threadId)
  if (status === null || !thread.reportBack || thread.parentId === null) return
  const id = parts.ids.next('notification')
  store.notifications.insert({
    id,
    ordinal: store.notifications.nextOrdinal(),
    sessionId: thread.sessionId,
    fromThreadId: threadId,
    toThreadId: thread.parentId,
    status,
    text: notificationText(factsOf(parts, thread, status, facts)),
    runId,
    deliveredAt: null,
  })
}

function factsOf(
  parts: Pick<HostParts, 'store' | 'clock'>,
  thread: ThreadRecord,
  status: Status,
  facts: ResultFacts,
): NotificationFacts {
  const { store } = parts
  const { usage } = store.requests.sumOfThread(thread.id)
  const items = store.items.ofTurns(store.turns.ofThread(thread.id).map((turn) => turn.id))
  const calls = items.filter((item) => item.kind === 'tool')
  const refused = calls.filter((call) => call.state === 'denied' || call.output === NESTED_REFUSAL).length
  const words = refused === 1 ? '1 call was refused' : `${refused} calls were refused`
  const remarks = refused > 0 ? [words, ...facts.remarks] : facts.remarks
  return {
    taskId: thread.id,
    toolUseId: thread.spawnToolUseId,
    status,
    summary: `${KIND_WORDS[thread.kind]} “${thread.title}” ${summaryOf(thread, status)}`,
    result: cutResult(lastAnswer(store, thread.id) || '(no summary)'),
    usage: {
      tokens: usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.output,
      toolUses: calls.length,
      durationMs: parts.clock.now() - thread.createdAt,
    },
    worktree: facts.worktree,
    remarks,
  }
}

const KIND_WORDS: Record<ThreadRecord['kind'], string> = {
  main: 'Agent',
  branch: 'Agent',
  fork: 'Fork',
  agent: 'Agent',
  island: 'Island',
}

const SUMMARY: Record<Status, string> = {
  completed: 'has finished.',
  failed: 'has failed.',
  stopped: 'was stopped by the person.',
  'turn-limit': 'reached its limit of steps and is not finished.',
}

/** How a thread ended, and why; that the person stopped it needs no reason, and its sentence is written for the person. */
function summaryOf({ endCause, stateReason }: ThreadRecord, status: Status): string {
  if (endCause === 'person' || stateReason === null) return SUMMARY[status]
  return endCause === 'isolation' ? `was ended by the app. ${stateReason}` : `${SUMMARY[status]} ${stateReason}`
}
