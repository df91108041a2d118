// What lies in a folder, as an archive keeps it and as it is compared.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'

/** Sockets, pipes and devices hold no bytes: they are named, and not brought back. */
export const entryType = z.enum(['file', 'folder', 'link', 'other'])

export const folderEntrySchema = z.object({
  /** Relative to the folder, with `/`; '' is the folder itself. */
  path: z.string(),
  type: entryType,
  /** Permission bits, with setuid, setgid and sticky. */
  mode: z.number().int(),
  /** Bytes of a file; 0 for everything else. */
  size: z.number().int(),
  /** Nanoseconds since 1970, as a decimal number. */
  mtime: z.string(),
  /** Where a link points to, as written. */
  target: z.string().nullable(),
  /** Of a file, in hex. */
  sha256: z.string().nullable(),
})
export type FolderEntry = z.infer<typeof folderEntrySchema>

/** Which very thing on the disk it is: two looks that agree in this have seen the same thing, unchanged. */
export interface Identity {
  dev: string
  ino: string
  mtime: string
  size: string
  /** Null for what has several names: taking one of them away changes it for the others. */
  ctime: string | null
}

/** The hash of a file's bytes, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
