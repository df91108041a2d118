// The folders between a project and files in it.

/** What was installed or made speaks for itself, not for the project. */
export const FOREIGN_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  '.claude',
  '.venv',
  'vendor',
  'dist',
  'target',
])

/**
 * The folders below a project that hold files, each with those above it, outermost first; without the project itself and without
 * what is in foreign ones.
 *
 * @param folder and the files are absolute real paths, with the separator of the system
 */
export function foldersOf(folder: string, files: readonly string[], separator = '/'): string[] {
  const found = new Set<string>()
  for (const file of files) {
    if (!file.startsWith(folder + separator)) continue
    const parts = file
      .slice(folder.length + 1)
      .split(separator)
      .slice(0, -1)
    if (parts.some((part) => FOREIGN_FOLDERS.has(part))) continue
    for (const [n] of parts.entries()) found.add(parts.slice(0, n + 1).join('/'))
  }
  return [...found].sort()
}
