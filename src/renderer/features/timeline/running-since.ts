import type { SessionView } from '../../../shared/projection/session-view'

/** EpochMs when the call began that a thread runs now; of several the one that began last. null: none is known to run. */
export function runningSince(session: Pick<SessionView, 'turns' | 'bodies'>, threadId: string): number | null {
  const turn = session.turns[threadId]?.at(-1)
  if (turn?.state !== 'running') return null
  const items = session.bodies[turn.id]?.items ?? []
  const call = items.findLast((item) => item.kind === 'tool' && item.state === 'running')
  return call?.kind === 'tool' ? call.startedAt : null
}
