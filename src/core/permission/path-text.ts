// Paths as text: joined, cleaned and compared without a file system. Real paths are resolved by the caller.

const DRIVE = /^[A-Za-z]:(?=[\\/]|$)/

/** Whether `path` starts at a root: `/…`, `C:\…` or `\\server\…`. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\\\') || DRIVE.test(path)
}

function usesBackslashes(path: string): boolean {
  return path.startsWith('\\\\') || DRIVE.test(path)
}

/**
 * The segments of a path without `.`, with `..` taken back as far as there is something to take back. A drive is the
 * first segment, in upper case: two spellings of a drive are one.
 */
export function segmentsOf(path: string): string[] {
  const text = usesBackslashes(path) ? path.replaceAll('\\', '/') : path
  const segments: string[] = []
  for (const segment of text.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segments.length === 0 && DRIVE.test(segment) ? segment.toUpperCase() : segment)
    else if (!isAbsolutePath(path) && (segments.length === 0 || segments.at(-1) === '..')) segments.push('..')
    else segments.pop()
  }
  return segments
}

/** `path` as seen from `folder` (an absolute path), cleaned; an absolute `path` stays what it is. */
export function absoluteFrom(folder: string, path: string): string[] {
  if (isAbsolutePath(path)) return segmentsOf(path)
  const separator = usesBackslashes(folder) ? path.replaceAll('\\', '/') : path
  return segmentsOf(`${folder}/${separator}`)
}

/**
 * Where `segments` lies below `base`.
 *
 * @returns the remaining segments (none: it is `base` itself), or null when it lies elsewhere
 */
export function below(base: readonly string[], segments: readonly string[]): string[] | null {
  if (segments.length < base.length) return null
  return base.every((segment, i) => segments[i] === segment) ? segments.slice(base.length) : null
}
