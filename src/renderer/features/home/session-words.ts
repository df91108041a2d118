// What a session's row says: its size, its state in words, and what stands behind the state.
import type { SessionListEntry } from '../../../shared/domain/session'
import type { ThreadState } from '../../../shared/domain/thread'

export interface SessionWords {
  /** The state whose icon goes before the words. */
  state: ThreadState
  headline: string
  detail: string
}

/** How a number of threads in a state is said, most urgent first. */
const PHRASES: readonly [ThreadState, string][] = [
  ['failed', 'failed'],
  ['worktree-missing', 'without worktree'],
  ['turn-limit', 'at the turn limit'],
  ['interrupted', 'interrupted'],
  ['streaming', 'running'],
  ['warming', 'warming'],
  ['rate-limited', 'rate-limited'],
  ['queued', 'queued'],
  ['stopped', 'stopped'],
  ['done', 'done'],
  ['discarded', 'discarded'],
]

/** The state of a session in words: approvals first, then the most urgent number, the others behind it. */
export function sessionWords(session: SessionListEntry): SessionWords {
  const counted = PHRASES.flatMap(([state, words]) => {
    const count = session.counts[state] ?? 0
    return count > 0 ? [{ state, text: `${count} ${words}` }] : []
  })
  if (session.openApprovals > 0) {
    const headline = plural(session.openApprovals, 'approval', 'approvals')
    return { state: 'waiting-approval', headline, detail: joined(counted) }
  }
  const [first, ...others] = counted
  if (!first || first.state === 'stopped' || first.state === 'done' || first.state === 'discarded') {
    return { state: 'idle', headline: 'at rest', detail: joined(counted) }
  }
  return { state: first.state, headline: first.text, detail: joined(others) }
}

/** How large a session is, and what it keeps on disk: `43 turns, 10 forks · 4 worktrees, 2 with changes`. */
export function sizeWords(session: Pick<SessionListEntry, 'lanes' | 'worktrees'>): string {
  const { present, changed } = session.worktrees
  const size = turnsAndForks(session)
  if (present === 0) return size
  const kept = plural(present, 'worktree', 'worktrees')
  return `${size} · ${kept}${changed > 0 ? `, ${changed} with changes` : ''}`
}

function turnsAndForks(session: Pick<SessionListEntry, 'lanes'>): string {
  const trunk = session.lanes.find((lane) => lane.parentId === null)
  const forks = session.lanes.filter((lane) => lane.parentId !== null).length
  const turns = plural(trunk?.turns ?? 0, 'turn', 'turns')
  return forks > 0 ? `${turns}, ${plural(forks, 'fork', 'forks')}` : turns
}

function joined(parts: readonly { text: string }[]): string {
  return parts.map((part) => part.text).join(' · ')
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
