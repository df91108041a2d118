// What a new thread inherits: the branch point in its parent's history, and the results it has to supply itself.
import {
  type Inheritance,
  inheritAll,
  inheritRunning,
  inheritTurn,
  inheritUnanswered,
} from '../../../core/fork/branch-point'
import { type NewBlock, resultBlock } from '../../../core/fork/plan-fork'
import { closingText } from '../../../core/turn/close-open-calls'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord, TurnRecord } from '../../store/records'
import type { Store } from '../../store/store'
import { turnOf } from '../threads'

export interface ForkOrigin {
  /** Null: nothing was said yet. */
  turnId: string | null
  inheritance: Inheritance
  /** Results for calls whose answers are not part of the inherited history. */
  closings: NewBlock[]
  link: string
}

/**
 * Finds where a person's fork leaves its parent.
 *
 * @throws FailureError `not_found`, `fork.not_forkable`
 */
export function personOrigin(store: Store, parent: ThreadRecord, turnId: string | undefined): ForkOrigin {
  const turn = turnId === undefined ? lastForkable(store, parent.id) : turnOf(store, parent.id, turnId)
  if (!turn) return beforeAnswer(store, parent)
  const blocks = store.blocks.history(parent.id)
  const inheritance =
    turn.state === 'running' || turn.state === 'queued' ? inheritRunning(blocks, turn.id) : inheritTurn(blocks, turn.id)
  if (!inheritance)
    throw new FailureError(
      'fork.not_forkable',
      `Turn ${turn.n} holds no complete message of the model to fork from yet.`,
      {
        threadId: parent.id,
        turnId: turn.id,
      },
    )
  return {
    turnId: turn.id,
    inheritance,
    closings: inheritance.openCalls.map((id) => closingOf(store, parent.id, id)),
    link: linkAt(store, parent.id, inheritance.position),
  }
}

/** Where the model's own fork leaves: with the whole message that calls `Agent`. */
export function modelOrigin(store: Store, parent: ThreadRecord, turnId: string): ForkOrigin {
  const inheritance = inheritAll(store.blocks.history(parent.id))
  return { turnId, inheritance, closings: [], link: linkAt(store, parent.id, inheritance.position) }
}

/** The last turn at rest with a complete message of the model, else the running one when it has an answered message. */
function lastForkable(store: Store, threadId: string): TurnRecord | undefined {
  const turns = store.turns.ofThread(threadId)
  return (
    turns.findLast((turn) => turn.forkPosition !== null && (turn.state === 'done' || turn.state === 'interrupted')) ??
    turns.findLast((turn) => turn.forkPosition !== null)
  )
}

/** The model of this thread has not answered yet. */
function beforeAnswer(store: Store, parent: ThreadRecord): ForkOrigin {
  const inheritance = inheritUnanswered(store.blocks.history(parent.id))
  return {
    turnId: null,
    inheritance,
    closings: inheritance.openCalls.map((id) => closingOf(store, parent.id, id)),
    link: linkAt(store, parent.id, inheritance.position),
  }
}

/** The result of a call as its thread knows it; a call that was never closed is closed here, for the fork. */
function closingOf(store: Store, threadId: string, toolUseId: string): NewBlock {
  for (const { threadId: owner } of store.threads.ancestors(threadId).toReversed()) {
    const call = store.toolCalls.get(owner, toolUseId)
    if (!call) continue
    if (call.resultJson !== null) return resultBlock(toolUseId, JSON.parse(call.resultJson), call.isError, 'tool')
    return resultBlock(
      toolUseId,
      closingText('crash', call.state === 'running' ? 'started' : 'not-started'),
      true,
      'app',
    )
  }
  return resultBlock(toolUseId, closingText('crash', 'started'), true, 'app')
}

function linkAt(store: Store, threadId: string, position: number): string {
  return store.blocks.at(threadId, position - 1)?.link ?? ''
}
