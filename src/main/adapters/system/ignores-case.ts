// Whether two spellings of a name are one file: on most file systems of Windows and macOS, and on some folders elsewhere.
import { lstat } from 'node:fs/promises'

type Identity = { dev: bigint; ino: bigint }
type Look = (path: string) => Promise<Identity | null>

const known = new Map<string, Promise<boolean>>()

/** Asks the file system once for each folder, by the folder's own name in the other case. */
export function ignoresCase(folder: string, look: Look = lookAt): Promise<boolean> {
  const asked = look === lookAt ? known.get(folder) : undefined
  if (asked) return asked
  const answer = ask(folder, look)
  if (look === lookAt) known.set(folder, answer)
  return answer
}

async function ask(folder: string, look: Look): Promise<boolean> {
  const other = swapped(folder)
  if (other === folder) return false
  const [here, there] = await Promise.all([look(folder), look(other)])
  return here !== null && there !== null && here.dev === there.dev && here.ino === there.ino
}

/** The last letter that has two cases, in the other one: folders further up may lie on another file system. */
function swapped(path: string): string {
  const at = [...path].findLastIndex((letter) => letter.toLowerCase() !== letter.toUpperCase())
  return [...path]
    .map((letter, n) =>
      n === at ? (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) : letter,
    )
    .join('')
}

async function lookAt(path: string): Promise<Identity | null> {
  try {
    return await lstat(path, { bigint: true })
  } catch {
    // Not there, or not to be seen: then it is not the same.
    return null
  }
}
