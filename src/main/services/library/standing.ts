// Which document a name calls, and what of it counts.
import type { ProjectRecord } from '../../store/records'
import type { LibraryDocument } from '../ports/library-files'

/** A document as it stands now. */
export interface Standing {
  document: LibraryDocument
  /** Whether all that it says counts; a text alone always does where a person calls it. */
  counts: boolean
  /** Whether a person stands behind its very content: what the model calls by itself has to be. */
  approved: boolean
}

/** Of one name the person's own comes before the project's: no repository takes a name from them. A skill comes before a command. */
export function byName(documents: readonly LibraryDocument[]): Map<string, LibraryDocument> {
  const rank = ({ origin, kind }: LibraryDocument) => (origin === 'home' ? 0 : 2) + (kind === 'skill' ? 0 : 1)
  const called = new Map<string, LibraryDocument>()
  for (const document of [...documents].sort((a, b) => rank(a) - rank(b)))
    if (!called.has(document.name)) called.set(document.name, document)
  return called
}

/** How a document stands in a project that is trusted, as its files are now, or not. */
export function standingOf(document: LibraryDocument, project: ProjectRecord, trusted: boolean): Standing {
  const approved = isApproved(document, project, trusted)
  return { document, approved, counts: approved || !switchesOn(document) }
}

/**
 * Whether a person stands behind what a document says: it is their own, or they trusted the project with exactly this content.
 * Compared with the very text that was read: what is on the disk a moment later does not vouch for it.
 */
function isApproved(document: LibraryDocument, project: ProjectRecord, trusted: boolean): boolean {
  return document.origin === 'home' || (trusted && project.trustedFiles[document.source] === document.contentHash)
}

function switchesOn({ island, allowedTools, runsCommands }: LibraryDocument): boolean {
  return island || runsCommands || allowedTools.length > 0
}
