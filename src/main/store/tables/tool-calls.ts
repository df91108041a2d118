import type { ToolCallRecord } from '../records'

/** Tool calls from the message that made them until their results are sealed into blocks; keyed by thread and tool-use id. */
export interface ToolCallTable {
  insert(calls: readonly ToolCallRecord[]): void
  get(threadId: string, toolUseId: string): ToolCallRecord | undefined
  /** Calls without a result, by ordinal. */
  open(threadId: string): ToolCallRecord[]
  /** Calls whose result is not in a block yet, with a result or without, by ordinal. */
  unsealed(threadId: string): ToolCallRecord[]
  /** Calls without a result, of all threads. */
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
