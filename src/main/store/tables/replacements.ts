import type { Ancestor } from '../ancestry'
import type { Connection } from '../connection'
import { type Fields, integer, nullable, text } from '../fields'
import type { ReplacementRecord } from '../records'
import { openRows } from '../rows'

/** Decisions about large tool results: each is made once and never changes. */
export interface ReplacementTable {
  /** Stores the decision, or keeps the one already there; answers with the one that holds. */
  freeze(decision: ReplacementRecord): ReplacementRecord
  /** The decisions of the whole history by position: ancestors' below their branch points, then the thread's own. */
  ofHistory(threadId: string): ReplacementRecord[]
  /** The decision about one result anywhere in the history. */
  get(threadId: string, toolUseId: string): ReplacementRecord | undefined
}

const fields: Fields<ReplacementRecord> = {
  threadId: text('thread_id'),
  toolUseId: text('tool_use_id'),
  replacementJson: nullable(text('replacement_json')),
  outputFile: nullable(text('output_file')),
  position: integer('position'),
}

export function openReplacements(
  connection: Connection,
  ancestors: (threadId: string) => readonly Ancestor[],
): ReplacementTable {
  const rows = openRows(connection, 'replacements', ['thread_id', 'tool_use_id'], fields)
  const ownBelow = rows.select('WHERE thread_id = ? AND position < ? ORDER BY position')
  const ownOf = rows.select('WHERE thread_id = ? AND tool_use_id = ? AND position < ?')

  function get(threadId: string, toolUseId: string): ReplacementRecord | undefined {
    for (const part of ancestors(threadId).toReversed()) {
      const decision = ownOf.first(part.threadId, toolUseId, part.below)
      if (decision) return decision
    }
    return undefined
  }

  return {
    freeze(decision) {
      rows.insertIfNew(decision)
      const frozen = get(decision.threadId, decision.toolUseId)
      if (!frozen) throw new Error('replacements: a decision that was just frozen is not there')
      return frozen
    },
    ofHistory: (threadId) => ancestors(threadId).flatMap((part) => ownBelow.all(part.threadId, part.below)),
    get,
  }
}
