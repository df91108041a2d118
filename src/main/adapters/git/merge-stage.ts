// The files of a merge as they are and as they will be, side by side in a folder of ours, before the first one is touched.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MergeConflict } from '../../services/ports/merge'
import { CHECKOUT_LIMIT_MS } from './checkout-limit'
import type { GitAt } from './git-at'
import { type FileChange, LINK } from './merge-obstacles'
import { joinNul } from './nul-list'
import { withTemporaryIndex } from './temporary-index'
import { copyWorking, readWorking } from './working-file'

/** Below the stage: copies of what is there, and what is to take its place. */
export const stagedBefore = (stage: string, path: string) => join(stage, 'before', path)
export const stagedAfter = (stage: string, path: string) => join(stage, 'after', path)

/**
 * Fills an empty stage. Files get their bytes as git would write them (line ends, filters); where the ones in the folder
 * have other line ends throughout, theirs are kept.
 *
 * @returns the files whose bytes git would not write again: rewriting them would change lines nobody touched
 */
export async function stageFiles(
  git: GitAt,
  { folder, stage, before, after }: { folder: string; stage: string; before: string; after: string },
  changes: readonly FileChange[],
): Promise<MergeConflict[]> {
  for (const { path } of changes)
    if ((await readWorking(join(folder, path))) !== null)
      await copyWorking(join(folder, path), stagedBefore(stage, path))
  await writeOut(
    git,
    after,
    join(stage, 'after'),
    pathsOf(changes, ({ after }) => after !== null),
  )
  const rewritten = changes.filter((change) => isText(change.before) && isText(change.after))
  await writeOut(
    git,
    before,
    join(stage, 'was'),
    pathsOf(rewritten, () => true),
  )
  const conflicts: MergeConflict[] = []
  for (const { path } of rewritten) {
    const there = await readWorking(stagedBefore(stage, path))
    const was = await readWorking(join(stage, 'was', path))
    if (there === null || was === null || there.bytes.equals(was.bytes)) continue
    const next = await readWorking(stagedAfter(stage, path))
    if (next !== null && there.bytes.equals(withCarriageReturns(was.bytes)))
      await writeFile(stagedAfter(stage, path), withCarriageReturns(next.bytes))
    else conflicts.push({ path, reason: 'git would write its unchanged lines differently (line ends, or a filter)' })
  }
  await rm(join(stage, 'was'), { recursive: true, force: true })
  return conflicts
}

function isText(blob: FileChange['before']): boolean {
  return blob !== null && blob.mode !== LINK
}

function pathsOf(changes: readonly FileChange[], which: (change: FileChange) => boolean): Buffer[] {
  return changes.filter(which).map(({ path }) => Buffer.from(path))
}

async function writeOut(git: GitAt, tree: string, into: string, paths: readonly Buffer[]): Promise<void> {
  if (paths.length === 0) return
  await withTemporaryIndex(git, true, async ({ env }) => {
    await git.run(['read-tree', tree], { env })
    const args = ['checkout-index', '-z', '--stdin', `--prefix=${into}/`]
    await git.run(args, { env, input: joinNul(paths), timeLimitMs: CHECKOUT_LIMIT_MS })
  })
}

function withCarriageReturns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
}
