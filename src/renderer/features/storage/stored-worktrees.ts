// The worktrees in the order a person asks for, and what each of them takes. Pure.
import { formatBytes, plural } from '../../ui/format-count'
import { formatDate } from '../../ui/format-time'
import type { Orphan, StorageReading, StoredWorktree } from './use-storage'

export type SortBy = 'size' | 'age' | 'owner' | 'state'

export interface Sorting {
  by: SortBy
  /** True: the other way round than one asks first. */
  reversed: boolean
}

type Compare = (a: StoredWorktree, b: StoredWorktree) => number

const ORDERS: Record<SortBy, Compare> = {
  // The largest and the longest unused are what one comes for.
  size: (a, b) => sizeOf(b) - sizeOf(a),
  age: (a, b) => a.usedAt - b.usedAt,
  owner: (a, b) => a.projectName.localeCompare(b.projectName) || a.title.localeCompare(b.title),
  state: (a, b) => a.state.localeCompare(b.state),
}

/** The worktrees in this order; equal ones by the larger size. */
export function sorted(worktrees: readonly StoredWorktree[], { by, reversed }: Sorting): StoredWorktree[] {
  const order: Compare = (a, b) => ORDERS[by](a, b) || ORDERS.size(a, b)
  return worktrees.toSorted(reversed ? (a, b) => order(b, a) : order)
}

/** Asking for the same order again turns it round. */
export function nextSorting(before: Sorting, by: SortBy): Sorting {
  return { by, reversed: before.by === by && !before.reversed }
}

function sizeOf({ bytes, archiveBytes }: StoredWorktree): number {
  return (bytes ?? 0) + (archiveBytes ?? 0)
}

/** What one takes: its folder, its archive, or both; a dash where nothing was measured. */
export function sizeWords({ bytes, archiveBytes }: Pick<StoredWorktree, 'bytes' | 'archiveBytes'>): string {
  const archive = archiveBytes === null ? null : `${formatBytes(archiveBytes)} archive`
  const parts = [bytes === null ? null : formatBytes(bytes), archive].filter((part) => part !== null)
  return parts.length === 0 ? '–' : parts.join(' + ')
}

/** Beside the state: until when it is kept, and that a person keeps it. */
export function keptWords({ state, keptAt, rescueUntil, archiveBytes }: StoredWorktree): string | null {
  if (state === 'discarded') {
    if (rescueUntil !== null) return `kept until ${formatDate(rescueUntil)}`
    return archiveBytes === null ? null : 'in its archive'
  }
  return keptAt == null ? null : 'kept'
}

export interface Offers {
  discard: boolean
  restore: boolean
  free: boolean
}

/** What can be done with a worktree; while something is done with it, nothing. */
export function offersFor({ state, restorable, bytes }: StoredWorktree): Offers {
  const discarded = state === 'discarded'
  return {
    discard: DISCARDABLE.has(state),
    restore: discarded && restorable !== false,
    free: discarded && bytes !== null && bytes > 0,
  }
}

const DISCARDABLE: ReadonlySet<string> = new Set(['ready', 'dirty', 'restored', 'missing', 'failed'])

/** `12 worktrees and 2 orphans`. */
export function countWords({ worktrees, orphans }: StorageReading): string {
  const all = plural(worktrees.length, 'worktree')
  return orphans.length === 0 ? all : `${all} and ${plural(orphans.length, 'orphan')}`
}

const ORPHANS: Record<Orphan['kind'], string> = {
  folder: 'folder',
  registration: 'registration in git',
  ref: 'ref in git',
}

/** What kind of thing an orphan is. */
export function orphanWord(kind: Orphan['kind']): string {
  return ORPHANS[kind]
}
