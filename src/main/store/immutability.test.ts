import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, test } from 'vitest'
import { anApproval, anEpoch, aSnapshot, aToolCall } from '../../testing/records'
import { appendBlocks, seedSession } from '../../testing/seed-session'
import { temporaryStore } from '../../testing/temporary-store'

/** A closed database with one of everything that must not change, opened by hand. */
function database() {
  const { store, dataDir } = temporaryStore()
  const { session, main, turn } = seedSession(store)
  appendBlocks(store, main.id, turn.id, 2)
  const call = { threadId: main.id, turnId: turn.id }
  store.commit(() => {
    store.snapshots.put(aSnapshot())
    store.epochs.insert(anEpoch({ threadId: main.id }))
    store.toolCalls.insert([aToolCall({ ...call, toolUseId: 'closed' }), aToolCall({ ...call, toolUseId: 'open' })])
    store.toolCalls.close(main.id, 'closed', '"done"', false)
    store.replacements.freeze({
      threadId: main.id,
      toolUseId: 'a',
      replacementJson: null,
      outputFile: null,
      position: 0,
    })
    store.approvals.insert(anApproval({ sessionId: session.id, threadId: main.id, turnId: turn.id, state: 'denied' }))
  })
  store.close()
  return new Database(join(dataDir, 'tine.db'))
}

describe('the database itself refuses to change', () => {
  let db: Database.Database
  beforeEach(() => {
    db = database()
    return () => db.close()
  })

  test.each([
    ["UPDATE blocks SET json = '{}' WHERE position = 0", 'a block never changes'],
    ['DELETE FROM blocks', 'a block is never deleted'],
    ["UPDATE snapshots SET text = ''", 'a snapshot never changes'],
    ['DELETE FROM snapshots', 'a snapshot is never deleted'],
    ['UPDATE epochs SET thinking_from = 1', 'an epoch never changes'],
    ['DELETE FROM epochs', 'an epoch is never deleted'],
    ["UPDATE tool_calls SET result_json = '1' WHERE tool_use_id = 'closed'", 'the result of a call never changes'],
    ["UPDATE tool_calls SET is_error = 1 WHERE tool_use_id = 'closed'", 'the result of a call never changes'],
    ["UPDATE tool_calls SET state = 'running', result_json = NULL", 'the result of a call never changes'],
    ['DELETE FROM tool_calls', 'a call is never deleted'],
    ['UPDATE replacements SET output_file = 1', 'a replacement never changes'],
    ['DELETE FROM replacements', 'a replacement is never deleted'],
    ["UPDATE approvals SET state = 'allowed'", 'a decision never changes'],
    ['UPDATE threads SET branch_position = 1', 'a thread keeps its parent and branch point'],
    ['UPDATE threads SET parent_id = id', 'a thread keeps its parent and branch point'],
    ["UPDATE tool_calls SET sealed = 1 WHERE tool_use_id = 'open'", 'CHECK'],
    ["UPDATE tool_calls SET state = 'closed' WHERE tool_use_id = 'open'", 'CHECK'],
  ])('%s', (sql, message) => {
    expect(() => db.exec(sql)).toThrow(message)
  })

  test('but lets a closed result be sealed, once and for ever', () => {
    expect(db.prepare("UPDATE tool_calls SET sealed = 1 WHERE tool_use_id = 'closed'").run().changes).toBe(1)
    expect(() => db.exec("UPDATE tool_calls SET sealed = 0 WHERE tool_use_id = 'closed'")).toThrow('never changes')
  })
})
