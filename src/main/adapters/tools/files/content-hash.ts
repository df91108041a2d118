import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

const CHUNK = 256 * 1024

/** The hash under which a thread's reads remember a file's content. */
export function contentHash(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** The same hash of an open file, in bounded memory. An abort throws the signal's reason. */
export async function hashFile(handle: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await eachChunk(handle, signal, (chunk) => {
    hash.update(chunk)
    return true
  })
  return hash.digest('hex')
}

/** Hands a file's bytes over in order until `take` answers false; a chunk is valid only during the call. */
export async function eachChunk(
  handle: FileHandle,
  signal: AbortSignal,
  take: (chunk: Buffer) => boolean,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  let position = 0
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, CHUNK, position)
    if (bytesRead === 0 || !take(buffer.subarray(0, bytesRead))) return
    position += bytesRead
  }
}
