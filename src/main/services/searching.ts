// Searching everything that was said.
import type { CommandResult, ParsedInput } from '../../shared/contract/commands'
import type { HostParts } from './host-parts'
import { projectOf } from './threads'

/** Finds words in all sessions, or in those of one project: discarded and archived threads, and what was compacted away, included. */
export async function search(
  { store, clock }: Pick<HostParts, 'store' | 'clock'>,
  { text, projectId, limit }: ParsedInput<'search'>,
): Promise<CommandResult<'search'>> {
  if (projectId) projectOf(store, projectId)
  return store.search({ text, projectId: projectId ?? null, limit, now: clock.now() })
}
