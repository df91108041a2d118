// Where a merge keeps what it computes: in the repository, or where it disappears again.
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateObjects } from './temporary-index'

/**
 * Lends an environment in which git writes its objects: to the repository, or, for a mere look, to a folder that disappears
 * when `use` is done.
 */
export async function withObjects<T>(
  commonDir: string,
  keep: boolean,
  use: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (keep) return use({})
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tine-merge-')))
  try {
    return await use(await privateObjects(commonDir, folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
