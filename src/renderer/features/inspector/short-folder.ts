/** A folder's name longer than this is an id; its end is what tells it apart. */
const LONG_NAME = 16

/** The last two parts of a path, which tell worktrees apart, a long first one cut at its beginning. */
export function shortFolder(path: string): string {
  const [outer, inner] = path.split(/[\\/]/).filter(Boolean).slice(-2)
  if (outer === undefined) return path
  const short = outer.length > LONG_NAME && inner !== undefined ? `…${outer.slice(-7)}` : outer
  return inner === undefined ? short : `${short}/${inner}`
}
