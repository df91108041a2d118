// The list of what the app itself put into a checkout, beside its owner file: none of it is the fork's work.
import { createHash } from 'node:crypto'
import { lstat, readFile, readlink, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { hasCode, isAbsent } from './presence'

const placedSchema = z.object({
  version: z.literal(1),
  /** Files by their path in the checkout, with the hash of what was put there. */
  files: z.record(z.string(), z.string()),
  /** Links by their path in the checkout, with what they point to. */
  links: z.record(z.string(), z.string()),
})
export type Placed = Omit<z.infer<typeof placedSchema>, 'version'>

const FILE = 'placed.json'
const NOTHING: Placed = { files: {}, links: {} }

/** What was put into a checkout; nothing where no list can be read. */
export async function readPlaced(checkout: string): Promise<Placed> {
  try {
    const parsed = placedSchema.safeParse(JSON.parse(await readFile(join(dirname(checkout), FILE), 'utf8')))
    return parsed.success ? parsed.data : NOTHING
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return NOTHING
    throw error
  }
}

/** Stores the list: whole or not at all. */
export async function writePlaced(checkout: string, placed: Placed): Promise<void> {
  const path = join(dirname(checkout), FILE)
  await writeFile(`${path}.new`, `${JSON.stringify({ version: 1, ...placed }, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/** Whether an entry of a checkout is what was put there, untouched. */
export async function isAsPlaced(checkout: string, entry: string, { files, links }: Placed): Promise<boolean> {
  const path = entry.replace(/\/$/, '')
  const [file, link] = [Object.hasOwn(files, path), Object.hasOwn(links, path)]
  if (!file && !link) return false
  try {
    const real = join(checkout, path)
    if (link) return (await readlink(real)) === links[path]
    return (await lstat(real)).isFile() && (await hashOf(real)) === files[path]
  } catch (error) {
    if (isAbsent(error) || hasCode(error, 'EINVAL')) return false
    throw error
  }
}

export async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}
