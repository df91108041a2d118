// Names for the branches of forks: readable, and free also where the file system folds case.

const SLUG_LENGTH = 40
/** Enough that siblings with one title do not meet; taken from the end, since the front of an id is its time. */
const ID_LENGTH = 6
/** The second is for a repository that has a branch named `tine`, below which no branch can be. */
const FOLDERS = ['tine', 'tine-forks']

/** The title as a part of a branch name: letters and digits of any script, the rest as single hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  const slug = [...(words ?? []).join('-')].slice(0, SLUG_LENGTH).join('')
  return slug.replace(/-+$/, '') || 'fork'
}

/**
 * A free branch name for a thread: `tine/<slug>-<end of its id>`, the id part longer when that is taken.
 *
 * @param taken every branch of the repository (`main`, not `refs/heads/main`), and names promised to other threads
 * @returns null when even the whole id is taken
 */
export function freeBranchName(title: string, threadId: string, taken: readonly string[]): string | null {
  const id = threadId.toLowerCase().replace(/[^0-9a-z]/g, '')
  const slug = slugOf(title)
  const known = new Set(taken.map(fold))
  for (const folder of FOLDERS) {
    for (let length = Math.min(ID_LENGTH, id.length); length <= id.length; length++) {
      const name = `${folder}/${slug}-${id.slice(id.length - length)}`
      if (!collides(fold(name), known)) return name
    }
  }
  return null
}

/** Refs are files: equal names collide, and a name that would have to be a folder for another one. */
function collides(name: string, known: ReadonlySet<string>): boolean {
  if (known.has(name)) return true
  for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1)) {
    if (known.has(name.slice(0, slash))) return true
  }
  const asFolder = `${name}/`
  for (const other of known) if (other.startsWith(asFolder)) return true
  return false
}

/** One spelling for names that a case-insensitive, normalising file system takes for the same. */
function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
