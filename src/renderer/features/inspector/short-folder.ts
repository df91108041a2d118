/** The last two parts of a path, which tell worktrees apart; the whole of it where it has no more. */
export function shortFolder(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).slice(-2).join('/') || path
}
