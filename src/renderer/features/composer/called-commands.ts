// Commands and skills from files, as the composer offers and reads them.
import type { LibraryEntry } from '../../../shared/contract/library-commands'

/** What can stand after the slash; `callable` false: it is there, and the host says why it does not run. */
export type CalledCommand = Pick<LibraryEntry, 'name' | 'description' | 'argumentHint' | 'island' | 'callable'>

/** What of a library a slash can call. */
export function calledCommands(entries: readonly LibraryEntry[]): CalledCommand[] {
  const called = entries.filter(({ kind, why, callable }) => kind !== 'agent' && (callable || why !== null))
  return called.sort((a, b) => (a.name < b.name ? -1 : 1))
}
