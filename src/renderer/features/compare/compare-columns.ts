// What makes columns different: files that several touched, and who was best. Pure.
import type { ChangedFile } from '../../../shared/domain/worktree'

/** By path: the places of the columns that changed the file. */
export function columnsByFile(columns: readonly (readonly Pick<ChangedFile, 'path'>[])[]): Map<string, number[]> {
  const byFile = new Map<string, number[]>()
  columns.forEach((files, column) => {
    for (const { path } of files) byFile.set(path, [...(byFile.get(path) ?? []), column])
  })
  return byFile
}

/** Files that several columns changed come first, then by path; so that the same stands beside the same. */
export function sharedFirst<F extends Pick<ChangedFile, 'path'>>(
  files: readonly F[],
  byFile: ReadonlyMap<string, readonly number[]>,
): F[] {
  const shared = ({ path }: F) => (byFile.get(path)?.length ?? 0) > 1
  return files.toSorted((a, b) => Number(shared(b)) - Number(shared(a)) || (a.path < b.path ? -1 : 1))
}

/**
 * The place of the least value among those that count (null does not); -1 where there are fewer than two, or no single best.
 */
export function leastOf(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null)
  const least = Math.min(...known)
  const best = values.filter((value) => value === least)
  return known.length > 1 && best.length === 1 ? values.indexOf(least) : -1
}
