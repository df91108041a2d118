// Owns where measurements put their files, and that nothing of them stays.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs `work` with a folder of its own, which is gone afterwards. */
export async function withWorkspace<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tine-bench-')))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A folder outside of git to work in: no fork waits for a checkout there. */
export function plainProject(workspace: string): string {
  const folder = join(workspace, 'project')
  mkdirSync(folder, { recursive: true })
  return folder
}
