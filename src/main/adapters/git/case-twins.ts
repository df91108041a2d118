// Files whose names differ by case alone: where a file system ignores case, only one of them can lie there.

/**
 * The names of a list that are one name to a file system that ignores case, each group together.
 *
 * @param paths of files; folders that differ by case alone are found through them
 */
export function caseTwins(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const name = path.normalize('NFC').toLowerCase()
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [path])
    else group.push(path)
  }
  return [...groups.values()].filter((group) => group.length > 1)
}
