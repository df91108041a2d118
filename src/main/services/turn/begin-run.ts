// The beginning of a run, as it is stored.

import { closingText } from '../../../core/turn/close-open-calls'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { changeThread, changeTurn } from '../views'
import { closeCall } from './results'
import type { Run } from './run'

type Parts = Pick<HostParts, 'store' | 'clock' | 'ids'>

/** The input of a turn that begins waits for the next user message; a turn taken up again has sent its input before. */
function queueInput(parts: Parts, run: Run): void {
  const { store } = parts
  const turn = store.turns.get(run.turnId)
  if (turn?.state !== 'queued' || turn.input === null) return
  const id = parts.ids.next('item')
  store.attachments.hand(turn.id, id)
  store.pendingTexts.add({
    id,
    threadId: run.threadId,
    turnId: run.turnId,
    origin: turn.fromModel ? 'app' : 'person',
    text: turn.input,
    sealedAt: null,
    createdAt: parts.clock.now(),
  })
}

/** A call that was running when its run ended without a trace (a full disk) is never run twice: nobody knows its effect. */
function closeUncertain(parts: Parts, tx: Commit, run: Run): void {
  for (const call of parts.store.toolCalls.open(run.threadId))
    if (call.state === 'running')
      closeCall(parts, tx, call, { content: closingText('crash', 'started'), isError: true }, 'interrupted')
}

/**
 * Writes that a run has begun; within a commit.
 *
 * @param waits what it waits for before it sends; null: nothing
 */
export function beginRun(parts: Parts, tx: Commit, run: Run, waits: string | null): void {
  const { store, clock } = parts
  queueInput(parts, run)
  closeUncertain(parts, tx, run)
  store.runs.insert({
    id: run.id,
    threadId: run.threadId,
    turnId: run.turnId,
    n: store.runs.nextN(run.turnId),
    startedAt: clock.now(),
    endedAt: null,
    outcome: null,
  })
  changeTurn(store, tx, run.turnId, { state: 'running', endedAt: null })
  const asked = store.approvals.openOfThread(run.threadId).length > 0
  changeThread(store, tx, run.threadId, {
    state: asked ? 'waiting-approval' : waits === null ? 'streaming' : 'warming',
    stateReason: asked ? null : waits,
    endCause: null,
    resumable: false,
    endedAt: null,
  })
}
