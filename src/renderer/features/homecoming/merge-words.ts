// What the dialogs say about a merge: its modes, its message, and what a check found. Pure.
import type { CommandResult } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { Thread } from '../../../shared/domain/thread'
import { plural } from '../../ui/format-count'

export type MergeResult = CommandResult<'worktree.merge'>
export type MergeMode = MergeResult['mode']

export interface Conflict {
  path: string
  reason: string
}

/** What a check found. */
export type Check =
  /** There is nothing to check. */
  | { kind: 'none' }
  | { kind: 'checking' }
  /** It is being merged: a check would only find that. */
  | { kind: 'merging' }
  | { kind: 'clean'; result: MergeResult }
  | { kind: 'conflict'; files: readonly Conflict[]; text: string }
  | { kind: 'failed'; error: unknown }

export const MODES: readonly { value: MergeMode; label: string; hint: string }[] = [
  { value: 'merge', label: 'Merge commits', hint: 'its commits stay as they are' },
  { value: 'squash', label: 'Squash to one commit', hint: 'all of it in one' },
  { value: 'patch', label: 'Patch, uncommitted', hint: 'the files only, for you to commit' },
]

/** What a mode does, beside its name. */
export function modeHint(mode: MergeMode, uncommitted: boolean): string {
  const hint = MODES.find(({ value }) => value === mode)?.hint ?? ''
  return mode === 'merge' && uncommitted ? `${hint}; what is uncommitted becomes one more` : hint
}

/** Why a mode cannot be chosen; null when it can. */
export function modeBar(
  mode: MergeMode,
  { partly, intoBranch }: { partly: boolean; intoBranch: boolean },
): string | null {
  if (mode === 'merge' && partly) return 'only as a whole; a part goes as a squash or a patch'
  if (mode === 'patch' && intoBranch) return 'only into a folder; a branch takes commits'
  return null
}

/** The message that is proposed. */
export function proposedMessage(thread: Pick<Thread, 'title' | 'worktree'>, mode: MergeMode): string {
  if (mode === 'squash') return thread.title
  return mode === 'merge' ? `Merge ${thread.worktree?.branch ?? thread.title}: ${thread.title}` : ''
}

/** Where it goes, in as few words as name it: the branch, else the folder. */
export function placeWords({ branch, folder }: MergeResult['into']): string {
  if (branch !== null) return branch
  return folder?.split(/[\\/]/).findLast((part) => part !== '') ?? 'the parent’s folder'
}

/** What a check that found no conflict says. */
export function cleanWords({ alreadyMerged, files, into, mode }: MergeResult): string {
  const place = placeWords(into)
  if (alreadyMerged || files.length === 0) return `Nothing to do: ${place} has all of it already`
  const how = mode === 'patch' ? ', uncommitted' : ''
  return `Applies cleanly: ${plural(files.length, 'file')} into ${place}${how}`
}

/** What was done. */
export function doneWords({ alreadyMerged, files, into, mode, commit }: MergeResult): string {
  const place = placeWords(into)
  if (alreadyMerged || files.length === 0) return `Nothing was to be done: ${place} has all of it.`
  const what = plural(files.length, 'file')
  if (mode === 'patch') return `${what} ${files.length === 1 ? 'is' : 'are'} in ${place} now, uncommitted.`
  return `${what} merged into ${place}${commit === null ? '' : ` as ${commit.slice(0, 7)}`}.`
}

/** The conflicts of a merge that was refused for them; null for any other failure. */
export function conflictsOf(error: unknown): { files: Conflict[]; text: string } | null {
  if (!(error instanceof FailureError) || error.failure.code !== 'worktree.conflict') return null
  const { files, message } = error.failure
  return { files: Array.isArray(files) ? files.flatMap(conflictOf) : [], text: message }
}

function conflictOf(file: unknown): Conflict[] {
  if (typeof file === 'string') return [{ path: file, reason: 'both changed it' }]
  if (typeof file !== 'object' || file === null || !('path' in file)) return []
  const reason = 'reason' in file && typeof file.reason === 'string' ? file.reason : 'both changed it'
  return [{ path: String(file.path), reason }]
}

/** Whether a check lets the merge begin. */
export function mayMerge(check: Check): boolean {
  return check.kind === 'clean' && !check.result.alreadyMerged && check.result.files.length > 0
}
