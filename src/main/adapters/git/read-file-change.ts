// One changed file of a worktree: its diff, or both sides of an image.

import { imageFacts } from '../../../core/content/image-facts'
import type { ChangesOptions, FileChange, FileSide, WorktreeIdentity } from '../../services/ports/git'
import { type Comparison, withComparison } from './compare-with'
import { nameOf, splitNul } from './nul-list'
import { parseRaw, type TreeChange } from './tree-entries'

const MAX_DIFF_BYTES = 4_000_000
/** Of each side, before it becomes text. */
const MAX_IMAGE_BYTES = 2_000_000
const SUBMODULE = '160000'
const NEWLINE = 0x0a
const RAW = ['diff-tree', '-r', '-z', '--raw', '--find-renames']
/** Full ids, so that the patch says exactly what it applies to. */
const PATCH = ['diff-tree', '-r', '--patch', '--find-renames', '--full-index', '--no-ext-diff', '--no-textconv']

/**
 * Reads one file of `readChanges`.
 *
 * @param path the file's name now
 * @returns null when it does not differ
 * @throws FailureError as `readChanges`
 */
export async function readFileChange(
  record: WorktreeIdentity,
  dataDir: string,
  path: string,
  options: ChangesOptions & { maxImageBytes?: number },
): Promise<FileChange | null> {
  return withComparison(record, dataDir, options.against ?? 'base', options, async (comparison) => {
    const { git, env, from, tree } = comparison
    // All of it is listed: whether a file was renamed can only be told beside the others.
    const { stdout } = await git.run([...RAW, from, tree], { env })
    const change = parseRaw(splitNul(stdout)).changes.find((one) => nameOf(one.path) === path)
    if (change === undefined) return null
    const patch = await patchOf(comparison, change, options.maxDiffBytes ?? MAX_DIFF_BYTES)
    const maxBytes = patch.binary ? (options.maxImageBytes ?? MAX_IMAGE_BYTES) : 0
    const [before, after] = await Promise.all([
      sideOf(comparison, change.oldMode, change.oldId, maxBytes),
      sideOf(comparison, change.newMode, change.newId, maxBytes),
    ])
    return { ...patch, before, after }
  })
}

async function patchOf(
  { git, env, from, tree }: Comparison,
  change: TreeChange,
  maxBytes: number,
): Promise<Pick<FileChange, 'diff' | 'cut' | 'binary'>> {
  const names = [change.from, change.path].filter((name) => name !== null).map(nameOf)
  const { stdout, cut } = await git.run([...PATCH, from, tree, '--', ...names], { env, maxBytes, cutOutput: true })
  const whole = cut ? stdout.subarray(0, stdout.lastIndexOf(NEWLINE) + 1) : stdout
  const diff = whole.toString('utf8')
  const binary = /^Binary files .* differ$/m.test(diff.slice(0, firstHunk(diff)))
  return { diff: binary ? null : diff, cut, binary }
}

/** Where the content begins: before it, every line is git's own. */
function firstHunk(diff: string): number {
  const at = diff.indexOf('\n@@ ')
  return at === -1 ? diff.length : at
}

async function sideOf({ git, env }: Comparison, mode: string, id: string, maxBytes: number): Promise<FileSide | null> {
  if (mode === SUBMODULE || /^0+$/.test(mode)) return null
  const bytes = Number(await git.line(['cat-file', '-s', id], { env }))
  if (bytes === 0 || bytes > maxBytes) return { bytes, image: null }
  const { stdout } = await git.run(['cat-file', 'blob', id], { env, maxBytes })
  const facts = imageFacts(stdout)
  return { bytes, image: facts && `data:${facts.mediaType};base64,${stdout.toString('base64')}` }
}
