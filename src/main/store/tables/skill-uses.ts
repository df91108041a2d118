import { z } from 'zod'
import type { Connection } from '../connection'
import { type Fields, json, text } from '../fields'
import type { SkillUseRecord } from '../records'
import { openRows } from '../rows'

/** The files whose text a turn follows: what they name may run unasked as long as that turn lasts and they stay what they are. */
export interface SkillUseTable {
  /** Takes the place of what the same file gave the turn before. */
  put(use: SkillUseRecord): void
  ofThread(threadId: string): SkillUseRecord[]
}

const fields: Fields<SkillUseRecord> = {
  threadId: text('thread_id'),
  turnId: text('turn_id'),
  source: text('source'),
  contentHash: text('content_hash'),
  rules: json('rules_json', z.array(z.string())),
}

export function openSkillUses(connection: Connection): SkillUseTable {
  const rows = openRows(connection, 'skill_uses', ['thread_id', 'turn_id', 'source'], fields)
  const ofThread = rows.select('WHERE thread_id = ? ORDER BY turn_id, source')
  const remove = rows.write('DELETE FROM skill_uses WHERE thread_id = ? AND turn_id = ? AND source = ?')
  return {
    put(use) {
      remove.run(use.threadId, use.turnId, use.source)
      rows.insert(use)
    },
    ofThread: (threadId) => ofThread.all(threadId),
  }
}
