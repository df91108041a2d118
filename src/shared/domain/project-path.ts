/**
 * Whether a text names something below a project: relative, with `/`, without a way up or into a `.git`. Stars and
 * question marks are allowed, for globs.
 */
export function isProjectPath(path: string): boolean {
  if (/^[A-Za-z]:/.test(path) || path.includes('\\')) return false
  const parts = path.replace(/\/$/, '').split('/')
  return parts.every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git')
}
