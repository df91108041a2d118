// Two pictures of the main checkout, and what happened between them, in words.
import type { MainDifference, MainSnapshot } from '../../services/ports/git'
import { namesOf } from './names-of'

type Table = Readonly<Record<string, string>>

/**
 * What changed in the main checkout between two pictures; empty when nothing did.
 *
 * @param ownBranches branches of forks, whose movement is their own work (`tine/…`, not `refs/heads/tine/…`)
 */
export function compareMain(
  before: MainSnapshot,
  after: MainSnapshot,
  ownBranches: readonly string[] = [],
): MainDifference[] {
  const own = new Set(ownBranches.map((branch) => `refs/heads/${branch}`))
  const differences: MainDifference[] = []
  if (before.head !== after.head) {
    differences.push({ kind: 'head', text: `HEAD moved from ${before.head} to ${after.head}`, names: ['HEAD'] })
  }
  const tables: [MainDifference['kind'], string, Table, Table][] = [
    ['index', 'Staged content', before.index, after.index],
    ['files', 'Files', before.files, after.files],
    ['refs', 'Branches, tags or other refs', before.refs, after.refs],
    ['config', 'Configuration or hooks', before.config, after.config],
  ]
  for (const [kind, what, old, now] of tables) {
    const names = changedKeys(old, now).filter((name) => kind !== 'refs' || !own.has(name))
    if (names.length > 0) differences.push({ kind, text: `${what} changed: ${namesOf(names)}`, names })
  }
  if (before.stash !== after.stash)
    differences.push({ kind: 'stash', text: 'The stash changed', names: ['refs/stash'] })
  return differences
}

function changedKeys(old: Table, now: Table): string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...names].filter((name) => old[name] !== now[name]).sort()
}
