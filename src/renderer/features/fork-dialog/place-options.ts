// Where a fork can work, and why it cannot work there.
import type { Isolation, Thread } from '../../../shared/domain/thread'
import { plural } from '../../ui/format-count'
import { agoText } from '../../ui/format-time'
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
  /** The branch it is on; null where that is not known, or there is none. */
  branch: string | null
  /** EpochMs when the base was committed; null when not known here. */
  baseAt: number | null
  /** Commits ahead of and behind the upstream, as last fetched; null without one. */
  upstream: { ahead: number; behind: number } | null
  /** Files changed and not committed in the parent's folder; null when not known here. */
  uncommitted: number | null
  /** The code with which a new worktree would be refused. */
  barred: 'worktree.not_git' | 'worktree.no_commit' | null
}

/** The three places, in the order of the dialog. */
export function placeOptions(facts: PlaceFacts, nowMs: number): PlaceOption[] {
  return [
    { value: 'worktree', label: 'New worktree', hint: worktreeHint(facts, nowMs), barred: worktreeBar(facts) },
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
  if (known) {
    const { base, branch = null, baseAt = null, upstream = null, uncommittedFiles, barred } = known
    return { base, branch, baseAt, upstream, uncommitted: uncommittedFiles, barred }
  }
  const tree = parent?.worktree ?? null
  return {
    base: tree ? tree.head || tree.base : null,
    branch: tree?.branch ?? null,
    baseAt: null,
    upstream: null,
    uncommitted: null,
    barred: isGit === false ? 'worktree.not_git' : null,
  }
}

/** What it starts from, how old that is and how far from what others have: nobody is surprised by a stale commit. */
function worktreeHint(facts: PlaceFacts, nowMs: number): string {
  const { base, branch, baseAt, upstream } = facts
  const at = base === null ? 'HEAD' : base.slice(0, 7)
  const from = `from ${branch === null ? at : `${branch} at ${at}`}${carried(facts)}`
  const age = baseAt === null ? null : `committed ${agoText(baseAt, nowMs)}`
  return [from, age, upstream && distance(upstream)].filter(Boolean).join(' · ')
}

function carried({ uncommitted }: PlaceFacts): string {
  if (uncommitted === null) return ' and what is uncommitted'
  return uncommitted === 0 ? '' : ` + ${plural(uncommitted, 'uncommitted file')}`
}

function distance({ ahead, behind }: { ahead: number; behind: number }): string | null {
  const parts = [behind > 0 && `${behind} behind`, ahead > 0 && `${ahead} ahead of`].filter((part) => part !== false)
  if (parts.length === 0) return null
  return `${parts.join(' and ')} its upstream, as last fetched`
}

function worktreeBar({ barred }: PlaceFacts): string | null {
  if (barred === 'worktree.not_git') return 'the folder is not a git repository'
  return barred === 'worktree.no_commit' ? 'the repository has no commit yet' : null
}
