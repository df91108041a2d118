// What leaves a machine rests: what runs there goes on there, and what it has of its own stays there.
import type { Isolation, ThreadState } from '../../shared/domain/thread'
import type { Item, TurnState } from '../../shared/domain/turn'
import type { DraftThread } from '../import/draft-rows'

interface Standing {
  state: ThreadState
  stateReason: string | null
  isolation: Isolation
}

const RESTING: ReadonlySet<ThreadState> = new Set(['idle', 'interrupted', 'failed', 'turn-limit', 'stopped', 'done'])

/**
 * How a thread stands elsewhere. One that had a worktree may only read there: its files are not there, and those of the project are
 * not its own.
 */
export function threadAtRest({ state, stateReason, isolation }: Standing): Pick<DraftThread, keyof Standing> {
  const away = isolation === 'worktree' ? 'readonly' : isolation
  if (RESTING.has(state)) return { state, stateReason, isolation: away }
  const gone = state === 'worktree-missing' || state === 'discarded'
  return {
    state: gone ? 'stopped' : 'interrupted',
    stateReason: gone ? 'Its worktree stayed on the machine it was exported from.' : 'Exported while it ran.',
    isolation: away,
  }
}

export function turnAtRest(state: TurnState): 'interrupted' | 'failed' | 'done' {
  return state === 'queued' || state === 'running' ? 'interrupted' : state
}

/** An item without what somebody decided about it. What was attached travels in what was sent; its item names it. */
export function itemAtRest(item: Item): Item {
  if (item.kind === 'user' && item.attachments) {
    const { attachments, ...said } = item
    const names = attachments.map(({ name }) => `[attached: ${name}]`)
    return { ...said, text: [...(said.text === '' ? [] : [said.text]), ...names].join('\n') }
  }
  if (item.kind !== 'tool') return item
  const { approvalId: _, ...call } = item
  const open = call.state === 'pending' || call.state === 'waiting-approval' || call.state === 'running'
  return open ? { ...call, state: 'interrupted' } : call
}

/** What a call that had no result yet is answered with elsewhere. */
export const OPEN_CALL_RESULT =
  'No result: the session was exported while this call was open. Whether it took effect is not known.'
