// Where database, git and disk do not agree about worktrees, and what could be done about it. Nothing here ever deletes.
import type { WorktreeState } from '../../shared/domain/worktree'
import { PRESENT_STATES } from '../../shared/domain/worktree-states'

/** A worktree as the database has it, and as a look at its place found it. */
export interface SeenWorktree {
  threadId: string
  title: string
  state: WorktreeState
  path: string
  nonce: string
  commonDir: string
  rescuedTo: string | null
  archive: string | null
  /** What is being done to it by nobody any more. */
  cutOff: string | null
  /** Null where nobody looked: it is not to be at its place. */
  verdict: { ok: true } | { ok: false; state: 'missing' | 'replaced' | 'moved'; reason: string } | null
}

export interface SeenFolder {
  path: string
  place: 'worktrees' | 'rescued' | 'restoring' | 'archives'
  threadId: string | null
  owner: { threadId: string; nonce: string } | null
}

export interface SeenRepository {
  commonDir: string
  registrations: readonly { checkout: string }[]
  refs: readonly string[]
}

export interface Seen {
  dataDir: string
  worktrees: readonly SeenWorktree[]
  folders: readonly SeenFolder[]
  repositories: readonly SeenRepository[]
}

export type DifferenceKind =
  | 'cut-off'
  | 'gone'
  | 'elsewhere'
  | 'moved'
  | 'disconnected'
  | 'replaced'
  | 'back'
  | 'not-moved'
  | 'rescued-gone'
  | 'rescued-found'
  | 'archive-gone'

export interface WorktreeDifference {
  id: string
  threadId: string
  kind: DifferenceKind
  text: string
  /** What repairing does; null when only a person can decide. */
  repair: string | null
  /** The folder it is about, where that is not the recorded one. */
  folder: string | null
}

export interface WorktreeOrphan {
  kind: 'folder' | 'registration' | 'ref'
  path: string
  text: string
  threadId: string | null
}

/** Compares what was seen. */
export function compareSeen(seen: Seen): { differences: WorktreeDifference[]; orphans: WorktreeOrphan[] } {
  const differences = seen.worktrees.flatMap((worktree) => differencesOf(worktree, seen))
  return { differences, orphans: [...orphanFolders(seen), ...orphanRegistrations(seen), ...orphanRefs(seen)] }
}

function differencesOf(worktree: SeenWorktree, seen: Seen): WorktreeDifference[] {
  const { threadId, title, cutOff } = worktree
  const tell = (kind: DifferenceKind, text: string, repair: string | null, folder: string | null = null) => [
    { id: `${kind}:${threadId}`, threadId, kind, text: `“${title}”: ${text}`, repair, folder },
  ]
  if (cutOff !== null && cutOff !== 'create')
    return tell('cut-off', `what was done to it (${cutOff}) was cut off.`, 'Go on with it from where it stood.')
  return worktree.state === 'discarded' ? ofDiscarded(worktree, seen, tell) : ofPresent(worktree, seen, tell)
}

type Tell = (kind: DifferenceKind, text: string, repair: string | null, folder?: string | null) => WorktreeDifference[]

function ofPresent(worktree: SeenWorktree, seen: Seen, tell: Tell): WorktreeDifference[] {
  const { verdict, state, path } = worktree
  if (verdict === null) return []
  const isSaidPresent = PRESENT_STATES.has(state)
  if (verdict.ok)
    return isSaidPresent ? [] : tell('back', `its folder is there, and was said to be ${state}.`, 'Take it up again.')
  if (verdict.state === 'moved') return tell('moved', `${verdict.reason}.`, null)
  const own = foldersOf(worktree, seen)
  if (verdict.state === 'replaced')
    return own.some((folder) => isHolder(folder, path))
      ? tell('disconnected', `${verdict.reason}.`, 'Connect its folder with the repository again.')
      : tell('replaced', `${verdict.reason}.`, null)
  const [elsewhere] = own.filter((folder) => !isHolder(folder, path))
  if (elsewhere) return tell('elsewhere', `its folder was moved to ${elsewhere.path}.`, 'Move it back.', elsewhere.path)
  return tell('gone', `${verdict.reason}.`, 'Make it again from its branch; what was only in the folder is not in it.')
}

function ofDiscarded(worktree: SeenWorktree, seen: Seen, tell: Tell): WorktreeDifference[] {
  const { path, rescuedTo, archive } = worktree
  const own = foldersOf(worktree, seen)
  const has = (wanted: string | null) => wanted !== null && seen.folders.some((folder) => folder.path === wanted)
  const atPlace = own.some((folder) => isHolder(folder, path))
  if (atPlace)
    return has(rescuedTo)
      ? tell('not-moved', `it was discarded, and is at its place as well as in ${rescuedTo}.`, null)
      : tell('not-moved', 'it was discarded, and is at its place.', 'Take it up again as restored.')
  const [found] = own.filter((folder) => folder.place !== 'restoring' && folder.path !== rescuedTo)
  if (found && !has(rescuedTo))
    return tell('rescued-found', `its folder is at ${found.path}.`, 'Note where it is.', found.path)
  if (rescuedTo !== null && !has(rescuedTo)) {
    const left = has(archive) ? 'its archive' : 'its refs'
    return tell('rescued-gone', `its folder ${rescuedTo} is gone.`, `Note that; it can be restored from ${left}.`)
  }
  if (archive !== null && !has(archive))
    return tell('archive-gone', `its archive ${archive} is gone.`, 'Note that; it can be restored from its refs.')
  return []
}

/** Folders that say they are this worktree's, wherever they lie. */
function foldersOf({ threadId, nonce }: SeenWorktree, { folders }: Seen): SeenFolder[] {
  return folders.filter(({ owner }) => owner?.nonce === nonce && owner.threadId === threadId)
}

function isHolder(folder: SeenFolder, checkout: string): boolean {
  return checkout.startsWith(`${folder.path}/`) || checkout.startsWith(`${folder.path}\\`)
}

function orphanFolders(seen: Seen): WorktreeOrphan[] {
  return seen.folders.flatMap((folder) => {
    const worktree = seen.worktrees.find(({ threadId }) => threadId === folder.threadId)
    const owned = worktree !== undefined && folder.owner !== null && folder.owner.nonce === worktree.nonce
    if (owned || isRecorded(folder.path, seen)) return []
    return { kind: 'folder' as const, path: folder.path, text: textOf(folder), threadId: worktree?.threadId ?? null }
  })
}

function isRecorded(path: string, { worktrees }: Seen): boolean {
  return worktrees.some(
    (worktree) => worktree.path.startsWith(`${path}/`) || worktree.rescuedTo === path || worktree.archive === path,
  )
}

function textOf({ place, path }: SeenFolder): string {
  if (path.includes('-unfinished-')) return 'What a creation that was cut off had made: copies of committed files.'
  if (path.endsWith('.part')) return 'An archive that was never finished.'
  if (place === 'archives') return 'An older archive.'
  return place === 'rescued' ? 'A rescued folder that no worktree owns.' : 'A folder that no worktree owns.'
}

/** Registrations of checkouts in our folders that no worktree of ours is at. */
function orphanRegistrations(seen: Seen): WorktreeOrphan[] {
  const known = new Set(seen.worktrees.map(({ threadId }) => threadId))
  return seen.repositories.flatMap(({ registrations }) =>
    registrations.flatMap(({ checkout }) => {
      if (!checkout.startsWith(`${seen.dataDir}/`)) return []
      const threadId = threadIn(checkout)
      if (threadId !== null && known.has(threadId)) return []
      const text = 'A worktree the repository has registered in Tine’s folder, and Tine does not know.'
      return { kind: 'registration' as const, path: checkout, text, threadId: null }
    }),
  )
}

function orphanRefs(seen: Seen): WorktreeOrphan[] {
  const known = new Set(seen.worktrees.map(({ threadId }) => threadId))
  return seen.repositories.flatMap(({ refs }) =>
    refs.flatMap((ref) => {
      const threadId = threadIn(ref)
      if (threadId === null || known.has(threadId)) return []
      return {
        kind: 'ref' as const,
        path: ref,
        text: 'A ref that keeps commits of a thread Tine does not know.',
        threadId: null,
      }
    }),
  )
}

function threadIn(path: string): string | null {
  return /(?:^|\/)(thr_[0-9A-Za-z]+)/.exec(path)?.[1] ?? null
}
