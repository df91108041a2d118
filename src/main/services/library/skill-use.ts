// What a file lets run unasked while a turn follows its text: only as long as the file is what it was when its text was given.
import type { ThreadRecord } from '../../store/records'
import type { Store } from '../../store/store'
import type { HostParts } from '../host-parts'
import type { LibraryDocument } from '../ports/library-files'
import { projectOfThread } from '../threads'
import type { FileTerms } from './file-terms'
import { standingOf } from './standing'

/** Notes that a turn follows a file from now on; within a commit. */
export function followFile(store: Store, threadId: string, turnId: string, document: LibraryDocument): void {
  const { source, contentHash, allowedTools } = document
  const rules = [...allowedTools, ...ownFolder(document)]
  if (rules.length > 0) store.skillUses.put({ threadId, turnId, source, contentHash, rules })
}

/** Whoever calls a skill of their own means its files to be read; those of the project can be read anyway. */
function ownFolder({ kind, origin, source }: LibraryDocument): string[] {
  return kind === 'skill' && origin === 'home' ? [`Read(${source.slice(0, -'/SKILL.md'.length)}/**)`] : []
}

/** The files a thread's running turn follows and a person still stands behind, each with what it lets run. */
export async function termsInUse(
  { store, trusted, libraryFiles }: Pick<HostParts, 'store' | 'trusted' | 'libraryFiles'>,
  thread: ThreadRecord,
): Promise<FileTerms[]> {
  const uses = store.skillUses.ofThread(thread.id)
  if (uses.length === 0) return []
  const turnId = store.turns.running().find((turn) => turn.threadId === thread.id)?.id
  const inUse = uses.filter((use) => use.turnId === turnId)
  if (inUse.length === 0) return []
  const project = projectOfThread(store, thread)
  const { documents } = await libraryFiles.read(project.realPath)
  const vouched = await trusted(project.id)
  return inUse.flatMap(({ source, contentHash, rules }) => {
    const document = documents.find((each) => each.source === source && each.contentHash === contentHash)
    if (!document || !standingOf(document, project, vouched).approved) return []
    return { source, rules, only: false }
  })
}
