import type { Worktree } from '../../shared/domain/worktree'
import { formatDate } from '../ui/format-time'

const DAY_MS = 86_400_000

/** Until when a discarded worktree is kept as a folder: EpochMs; null where that is not known. */
export function keptUntil(worktree: Pick<Worktree, 'rescuedAt'>, rescueDays: number | undefined): number | null {
  const { rescuedAt } = worktree
  return rescuedAt == null || rescueDays === undefined ? null : rescuedAt + rescueDays * DAY_MS
}

/** `Kept until 30 Dec.`; that it is kept at all, where the day is not known. */
export function keptSentence(worktree: Pick<Worktree, 'rescuedAt'>, rescueDays: number | undefined): string {
  const until = keptUntil(worktree, rescueDays)
  return until === null ? 'Its folder is kept.' : `Kept until ${formatDate(until)}.`
}
