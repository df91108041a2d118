// The rows of the timeline: which turns and forks stand where, and which are folded. Heights and pixels are not known here.
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { Thread } from '../../../shared/domain/thread'
import type { Turn } from '../../../shared/domain/turn'

export type TimelineRow =
  | { kind: 'turn'; key: string; turn: Turn }
  /** The heading of two or more forks that leave the same turn. */
  | { kind: 'group'; key: string; turn: Turn | null; threadIds: readonly string[] }
  | { kind: 'stub'; key: string; threadId: string; place: 'single' | 'middle' | 'last' }
  /** A fork that was over before the person came: one line. */
  | { kind: 'line'; key: string; threadId: string }

export interface TimelineInput {
  turns: readonly Turn[]
  /** The threads that leave the trunk, in the order they were made. */
  children: readonly Thread[]
  /** What the person folded or opened, by thread id. */
  folds: Readonly<Record<string, boolean>>
  /** EpochMs when the trunk was shown: what ended since stays as high as it was, so that nothing moves under the reader. */
  shownAt: number
}

/** Lists the rows from top to bottom: what leaves before the first turn, then each turn with the forks that leave it. */
export function buildRows({ turns, children, folds, shownAt }: TimelineInput): TimelineRow[] {
  const byTurn = new Map<string | null, Thread[]>()
  const known = new Set(turns.map((turn) => turn.id))
  for (const child of children) {
    const at = child.branchPoint?.turnId ?? null
    const place = at !== null && known.has(at) ? at : null
    byTurn.set(place, [...(byTurn.get(place) ?? []), child])
  }
  const rows: TimelineRow[] = []
  addForks(rows, null, byTurn.get(null), folds, shownAt)
  for (const turn of turns) {
    rows.push({ kind: 'turn', key: turn.id, turn })
    addForks(rows, turn, byTurn.get(turn.id), folds, shownAt)
  }
  return rows
}

/** The rows after a change, with every row that says what it said before as the same object; all of them the same: the same list. */
export function keepRows(before: readonly TimelineRow[], after: readonly TimelineRow[]): readonly TimelineRow[] {
  const known = new Map(before.map((row) => [row.key, row]))
  const kept = after.map((row) => {
    const old = known.get(row.key)
    return old && sameRow(old, row) ? old : row
  })
  return kept.length === before.length && kept.every((row, index) => row === before[index]) ? before : kept
}

function sameRow(a: TimelineRow, b: TimelineRow): boolean {
  if (a.kind === 'turn') return b.kind === 'turn' && a.turn === b.turn
  if (a.kind === 'stub') return b.kind === 'stub' && a.place === b.place
  if (a.kind === 'line') return b.kind === 'line'
  return b.kind === 'group' && a.turn === b.turn && a.threadIds.join() === b.threadIds.join()
}

function addForks(
  rows: TimelineRow[],
  turn: Turn | null,
  forks: readonly Thread[] | undefined,
  folds: TimelineInput['folds'],
  shownAt: number,
) {
  if (!forks) return
  const folded = forks.filter((fork) => isFolded(fork, folds[fork.id], shownAt))
  const open = forks.filter((fork) => !folded.includes(fork))
  for (const fork of folded) rows.push({ kind: 'line', key: fork.id, threadId: fork.id })
  if (open.length > 1) {
    rows.push({ kind: 'group', key: `group ${turn?.id ?? ''}`, turn, threadIds: open.map((fork) => fork.id) })
  }
  open.forEach((fork, index) => {
    const place = open.length === 1 ? 'single' : index === open.length - 1 ? 'last' : 'middle'
    rows.push({ kind: 'stub', key: fork.id, threadId: fork.id, place })
  })
}

/** Whether a fork is one line. What runs, waits or failed never is. */
export function isFolded(thread: Thread, chosen: boolean | undefined, shownAt: number): boolean {
  if (!canFold(thread)) return false
  return chosen ?? (thread.endedAt !== null && thread.endedAt < shownAt)
}

/** Whether a fork may be folded to a line at all. */
export function canFold(thread: Thread): boolean {
  return !LIVE_STATES.has(thread.state) && thread.state !== 'failed' && thread.state !== 'worktree-missing'
}
