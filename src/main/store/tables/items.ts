import type { Item, ToolItem } from '../../../shared/domain/turn'

export interface ItemTable {
  /** Adds the item behind all others of its thread. */
  add(threadId: string, item: Item): void
  /** Replaces the item of the same id; its place stays. */
  update(item: Item): void
  get(id: string): Item | undefined
  /** The thread an item was added to. */
  threadOf(id: string): string | undefined
  /** The items of these turns, in the order in which they were added. */
  ofTurns(turnIds: readonly string[]): Item[]
  byToolUse(threadId: string, toolUseId: string): ToolItem | undefined
}
