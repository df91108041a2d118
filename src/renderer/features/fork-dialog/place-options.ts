// Where a fork can work, and why it cannot work there.
import type { Isolation, Thread } from '../../../shared/domain/thread'
import type { Forecast } from './forecast-words'

export interface PlaceOption {
  value: Isolation
  label: string
  hint: string
  /** Why the place cannot be chosen; null when it can. */
  barred: string | null
}

export interface PlaceFacts {
  /** The commit the parent stands on; null when it is not known here. */
  base: string | null
  /** Files changed and not committed in the parent's folder; null when not known here. */
  uncommitted: number | null
  /** The code with which a new worktree would be refused. */
  barred: 'worktree.not_git' | 'worktree.no_commit' | null
}

/** The three places, in the order of the dialog. */
export function placeOptions(facts: PlaceFacts): PlaceOption[] {
  return [
    { value: 'worktree', label: 'New worktree', hint: worktreeHint(facts), barred: worktreeBar(facts) },
    { value: 'none', label: 'Same folder', hint: 'shares files with the parent', barred: null },
    { value: 'readonly', label: 'Same folder, read-only', hint: 'writes nothing', barred: null },
  ]
}

/** The place that is chosen first: the setting, where it is possible. */
export function firstPlace(options: readonly PlaceOption[], setting: 'worktree' | 'none' | null): Isolation {
  const worktree = options.find((option) => option.value === 'worktree' && option.barred === null)
  return worktree && setting !== 'none' ? 'worktree' : 'none'
}

/** What is known: from the forecast once it is there, before from the parent and its project. */
export function placeFacts(parent: Thread | null, isGit: boolean | null, forecast: Forecast | null): PlaceFacts {
  const known = forecast?.worktree
  if (known) return { base: known.base, uncommitted: known.uncommittedFiles, barred: known.barred }
  const tree = parent?.worktree ?? null
  return {
    base: tree ? tree.head || tree.base : null,
    uncommitted: null,
    barred: isGit === false ? 'worktree.not_git' : null,
  }
}

function worktreeHint({ base, uncommitted }: PlaceFacts): string {
  const from = base === null ? 'from HEAD' : `from ${base.slice(0, 7)}`
  if (uncommitted === null) return `${from} and what is uncommitted`
  if (uncommitted === 0) return from
  return `${from} + ${uncommitted} uncommitted ${uncommitted === 1 ? 'file' : 'files'}`
}

function worktreeBar({ barred }: PlaceFacts): string | null {
  if (barred === 'worktree.not_git') return 'the folder is not a git repository'
  return barred === 'worktree.no_commit' ? 'the repository has no commit yet' : null
}
