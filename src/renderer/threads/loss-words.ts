// What discarding a worktree would lose, in words. Pure.
import { plural } from '../ui/format-count'

interface Loss {
  uncommitted: readonly string[]
  untracked: readonly string[]
  ignored: readonly string[]
  commits: number
  unmerged?: number | undefined
  inUse: readonly string[]
}

export interface LossGroup {
  /** `2 untracked files`. */
  words: string
  /** By name; empty where a count is all there is. */
  names: readonly string[]
}

/** What exists only there, one group for each way of being lost. */
export function lossGroups(loss: Loss): LossGroup[] {
  const groups: LossGroup[] = [
    { words: plural(loss.uncommitted.length, 'uncommitted file'), names: loss.uncommitted },
    { words: plural(loss.untracked.length, 'untracked file'), names: loss.untracked },
    { words: `${plural(loss.ignored.length, 'ignored file')} your checkout does not have`, names: loss.ignored },
  ]
  const commits =
    loss.commits > 0 ? [{ words: `${plural(loss.commits, 'commit')} no other branch has`, names: [] as string[] }] : []
  return [...groups.filter(({ names }) => names.length > 0), ...commits]
}

/** In one sentence: what would be lost, or that nothing would. */
export function lossSentence(loss: Loss): string {
  const lost = listed(lossGroups(loss).map(({ words }) => words))
  if (lost !== '') return `Only here: ${lost}.`
  const unmerged = loss.unmerged ?? 0
  return unmerged > 0
    ? `Everything is committed; ${plural(unmerged, 'commit')} not merged yet.`
    : 'Nothing here exists only here.'
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
