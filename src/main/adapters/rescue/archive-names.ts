// Names in and of an archive, apart from what reads and writes one.

/** The name under which an archive holds the folder it stands for. */
export const FOLDER_ROOT = 'folder'
/** And what the repository keeps of the worktree: its index, its own HEAD and the log of it. */
export const GIT_ROOT = 'git'

/** The name of an archive that is not complete yet. */
export function draftOf(archive: string): string {
  return `${archive}.part`
}
