// Large results: stored once as a file beside the database, with a preview on the wire.
import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replacementText } from '../../../core/content/replacement'

export interface StoredOutput {
  /** Name below the outputs folder. */
  file: string
  path: string
}

/** The file name of a result: one per call of a thread, so that a result is never stored twice. */
function nameOf(threadId: string, toolUseId: string): string {
  const call = createHash('sha256').update(toolUseId).digest('hex').slice(0, 16)
  return `${threadId}-${call}.txt`
}

/**
 * Writes a whole result beside the database, durably and atomically.
 *
 * @throws the file system's error; the caller then freezes "not replaced"
 */
export async function storeOutput(
  outputsDir: string,
  threadId: string,
  toolUseId: string,
  text: string,
): Promise<StoredOutput> {
  await mkdir(outputsDir, { recursive: true, mode: 0o700 })
  const file = nameOf(threadId, toolUseId)
  const path = join(outputsDir, file)
  const draft = `${path}.tmp`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(text, 'utf8')
    await handle.sync()
  } catch (error) {
    await handle.close()
    await rm(draft, { force: true })
    throw error
  }
  await handle.close()
  await rename(draft, path)
  return { file, path }
}

/** The content sent instead of a stored result. */
export function previewOf(text: string, stored: StoredOutput, previewChars: number): string {
  return replacementText(text, stored.path, previewChars)
}
