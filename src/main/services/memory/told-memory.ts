// Telling a thread of memory files after its prompt was frozen: of nested ones when they begin to matter, of changes when a person writes.
import { createTwoFilesPatch } from 'diff'
import { cutAt } from '../../../core/content/replacement'
import { foldersOf } from '../../../core/library/folders-of'
import { changeReminder, type MemoryChange, type MemoryFile, nestedReminder } from '../../../core/library/memory-text'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import { addNotice } from '../notices'
import { projectOfThread } from '../threads'
import type { ThreadPlace } from '../worktrees'
import { knownMemory } from './memory-loads'

type Parts = Pick<HostParts, 'store' | 'ids' | 'clock' | 'log' | 'memoryFiles'>

/** What an announcement says of one file, in characters, and how long it looks for a patch. */
const MOST_CHANGE_CHARS = 10_000
const PATCH_MS = 200

/**
 * Tells a thread of the notes in folders it has read files from for the first time: they stand in its next message. What cannot be
 * read is left out; the call that read stands all the same.
 *
 * @param paths real paths of files that were read
 */
export async function tellNested(
  parts: Parts,
  thread: ThreadRecord,
  turnId: string,
  { folder }: Pick<ThreadPlace, 'folder'>,
  paths: readonly string[],
): Promise<void> {
  const folders = foldersOf(folder, paths)
  if (folders.length === 0) return
  try {
    const { files } = await parts.memoryFiles.within(folder, folders)
    if (files.length === 0) return
    parts.store.commit((tx) => {
      const known = knownMemory(parts.store, thread.id)
      const fresh = files.filter(({ path }) => !known.has(path))
      if (fresh.length === 0) return
      tell(parts, thread.id, turnId, nestedReminder(fresh), fresh)
      const names = fresh.map(({ path }) => path).join(', ')
      addNotice(parts, tx, {
        threadId: thread.id,
        turnId,
        level: 'info',
        text: `Read as notes for the model: ${names}.`,
      })
    })
  } catch (error) {
    logIncident(parts.log, 'memory.nested', error, { threadId: thread.id })
  }
}

/**
 * Where a person has written, tells the thread once of files it knows and that say something else by now. Nothing that was sent
 * changes.
 */
export async function tellChanges(
  parts: Parts,
  thread: ThreadRecord,
  turnId: string,
  place: Pick<ThreadPlace, 'folder'>,
): Promise<void> {
  const { store } = parts
  if (!store.pendingTexts.of(thread.id).some(({ origin }) => origin === 'person')) return
  const known = knownMemory(store, thread.id)
  if (known.size === 0) return
  try {
    const nested = [...known.keys()].flatMap(folderOfNested)
    const now = await present(parts, thread, place.folder, nested)
    const changed = [...known.values()].flatMap(({ path, text }): (MemoryFile & { before: string })[] => {
      const present = now.get(path) ?? ''
      return present === text ? [] : [{ path, text: present, before: text, importedBy: null }]
    })
    if (changed.length === 0) return
    const text = changeReminder(changed.map(changeOf))
    store.commit((tx) => {
      tell(parts, thread.id, turnId, text, changed)
      const names = changed.map(({ path }) => path).join(', ')
      addNotice(parts, tx, {
        threadId: thread.id,
        turnId,
        level: 'info',
        text: `Notes that have changed, and the model was told of: ${names}.`,
      })
    })
  } catch (error) {
    logIncident(parts.log, 'memory.changes', error, { threadId: thread.id })
  }
}

/** Files as they are now; what a worktree does not have, such as ignored ones, is read where it came from. */
async function present(
  { store, memoryFiles }: Parts,
  thread: ThreadRecord,
  folder: string,
  nested: readonly string[],
): Promise<Map<string, string>> {
  const origin = projectOfThread(store, thread).realPath
  const texts = new Map<string, string>()
  for (const root of new Set([origin, folder])) {
    const readings = [await memoryFiles.read(root), await memoryFiles.within(root, nested)]
    for (const { path, text } of readings.flatMap(({ files }) => files)) texts.set(path, text)
  }
  return texts
}

/** The folder of a file below the project; none for those at its top, above it and in the home folder. */
function folderOfNested(path: string): string[] {
  const end = path.lastIndexOf('/')
  return end <= 0 || path.startsWith('~/') || path.startsWith('/') ? [] : [path.slice(0, end)]
}

function changeOf({ path, text, before }: { path: string; text: string; before: string }): MemoryChange {
  if (text === '') return { path, now: null }
  const patch = createTwoFilesPatch('before', 'now', `${before}\n`, `${text}\n`, undefined, undefined, {
    context: 2,
    timeout: PATCH_MS,
  })
  // A patch is told where it is shorter than what it makes.
  const hunks = patch?.slice(patch.indexOf('@@'))
  if (before !== '' && hunks !== undefined && hunks.length < Math.min(text.length, MOST_CHANGE_CHARS))
    return { path, now: { patch: hunks.trimEnd() } }
  const cut = text.length > MOST_CHANGE_CHARS
  return {
    path,
    now: { text: cut ? `${cutAt(text, MOST_CHANGE_CHARS)}\n[cut; read the file for the rest]` : text },
  }
}

/** Within a commit: the text waits for the thread's next message, and is noted as told. */
function tell(parts: Parts, threadId: string, turnId: string, text: string, files: readonly MemoryFile[]): void {
  const { store, ids, clock } = parts
  const id = ids.next('item')
  store.pendingTexts.add({ id, threadId, turnId, origin: 'app', text, sealedAt: null, createdAt: clock.now() })
  for (const file of files)
    store.memoryLoads.add({ threadId, path: file.path, text: file.text, pendingId: id, position: null })
}
