import { z } from 'zod'
import type { Connection } from '../connection'
import { choice, type Fields, flag, integer, json, nullable, text } from '../fields'
import type { ToolCallRecord } from '../records'
import { mustChange, openRows } from '../rows'

/** Tool calls from the message that made them until their results are sealed into blocks; keyed by thread and tool-use id. */
export interface ToolCallTable {
  insert(calls: readonly ToolCallRecord[]): void
  get(threadId: string, toolUseId: string): ToolCallRecord | undefined
  /** All calls a thread made, in the order in which they were. */
  ofThread(threadId: string): ToolCallRecord[]
  /** Calls without a result, by ordinal. */
  open(threadId: string): ToolCallRecord[]
  /** Calls whose result is not in a block yet, with a result or without, by ordinal. */
  unsealed(threadId: string): ToolCallRecord[]
  /** Calls without a result, of all threads; those of a thread by ordinal. */
  allOpen(): ToolCallRecord[]
  /** Stores the result of an open call. Answers false, and changes nothing, when it has one already. */
  close(threadId: string, toolUseId: string, resultJson: string, isError: boolean): boolean
  /** Moves an open call on. Answers false, and changes nothing, when it is closed. */
  setState(threadId: string, toolUseId: string, state: 'pending' | 'waiting-approval' | 'running'): boolean
  /** Replaces the input of an open call (a person edited it before allowing). Answers false when it is closed. */
  setInput(threadId: string, toolUseId: string, input: unknown): boolean
  /** Marks closed calls as sealed. Throws when one of them is open: a bug. */
  seal(threadId: string, toolUseIds: readonly string[]): void
}

const fields: Fields<ToolCallRecord> = {
  toolUseId: text('tool_use_id'),
  threadId: text('thread_id'),
  turnId: text('turn_id'),
  itemId: text('item_id'),
  ordinal: integer('ordinal'),
  name: text('name'),
  input: json('input', z.unknown()),
  state: choice('state', ['pending', 'waiting-approval', 'running', 'closed']),
  resultJson: nullable(text('result_json')),
  isError: flag('is_error'),
  sealed: flag('sealed'),
}

const IS_OPEN = "state <> 'closed'"

export function openToolCalls(connection: Connection): ToolCallTable {
  const rows = openRows(connection, 'tool_calls', ['thread_id', 'tool_use_id'], fields)
  const byKey = rows.select('WHERE thread_id = ? AND tool_use_id = ?')
  const ofThread = rows.select('WHERE thread_id = ? ORDER BY rowid')
  // An open call is never sealed: said here so that the index of the unsealed ones serves.
  const open = rows.select(`WHERE thread_id = ? AND sealed = 0 AND ${IS_OPEN} ORDER BY ordinal, rowid`)
  const allOpen = rows.select(`WHERE sealed = 0 AND ${IS_OPEN} ORDER BY thread_id, ordinal, rowid`)
  const unsealed = rows.select('WHERE thread_id = ? AND sealed = 0 ORDER BY ordinal, rowid')
  const changeOpen = (threadId: string, toolUseId: string, patch: Partial<ToolCallRecord>): boolean =>
    rows.update([threadId, toolUseId], patch, IS_OPEN) > 0
  return {
    insert(calls) {
      for (const call of calls) rows.insert(call)
    },
    get: (threadId, toolUseId) => byKey.first(threadId, toolUseId),
    ofThread: (threadId) => ofThread.all(threadId),
    open: (threadId) => open.all(threadId),
    unsealed: (threadId) => unsealed.all(threadId),
    allOpen: () => allOpen.all(),
    close: (threadId, toolUseId, resultJson, isError) =>
      changeOpen(threadId, toolUseId, { state: 'closed', resultJson, isError }),
    setState: (threadId, toolUseId, state) => changeOpen(threadId, toolUseId, { state }),
    setInput: (threadId, toolUseId, input) => changeOpen(threadId, toolUseId, { input }),
    seal(threadId, toolUseIds) {
      for (const toolUseId of toolUseIds) {
        mustChange(rows.update([threadId, toolUseId], { sealed: true }, "state = 'closed'"), 'tool_calls', toolUseId)
      }
    },
  }
}
