import { type Item, itemSchema, type ToolItem } from '../../../shared/domain/turn'
import type { Connection } from '../connection'
import { type Fields, json, nullable, text } from '../fields'
import { mustChange, openRows } from '../rows'
import { itemText } from '../search/item-text'
import { openSearchIndex } from '../search/search-index'

export interface ItemTable {
  /** Adds the item behind all others of its thread. */
  add(threadId: string, item: Item): void
  /** The same of many at once, which are found only after `index` was told their ids. What is left out is made up for at the next start. */
  addUnindexed(threadId: string, item: Item): void
  /** Has items found. */
  index(ids: readonly string[]): void
  /** Replaces the item of the same id; its place stays. */
  update(item: Item): void
  get(id: string): Item | undefined
  /** The thread an item was added to. */
  threadOf(id: string): string | undefined
  /** The items of these turns, in the order in which they were added. */
  ofTurns(turnIds: readonly string[]): Item[]
  byToolUse(threadId: string, toolUseId: string): ToolItem | undefined
}

interface ItemRow {
  id: string
  threadId: string
  turnId: string
  kind: string
  toolUseId: string | null
  item: Item
}

const fields: Fields<ItemRow> = {
  id: text('id'),
  threadId: text('thread_id'),
  turnId: text('turn_id'),
  kind: text('kind'),
  toolUseId: nullable(text('tool_use_id')),
  item: json('json', itemSchema),
}

/** The columns that are looked up, beside the item itself. */
function indexed(item: Item): Omit<ItemRow, 'threadId'> {
  const toolUseId = item.kind === 'tool' ? item.toolUseId : null
  return { id: item.id, turnId: item.turnId, kind: item.kind, toolUseId, item }
}

export function openItems(connection: Connection): ItemTable {
  const rows = openRows(connection, 'items', ['id'], fields)
  const index = openSearchIndex(connection, 'items')
  const byId = rows.select('WHERE id = ?')
  const ofTurns = rows.select('WHERE turn_id IN (SELECT value FROM json_each(?)) ORDER BY ordinal')
  const byToolUse = rows.select('WHERE thread_id = ? AND tool_use_id = ? ORDER BY ordinal DESC LIMIT 1')
  return {
    add(threadId, item) {
      rows.insert({ ...indexed(item), threadId })
      index.put(item.id, itemText(item))
    },
    addUnindexed: (threadId, item) => rows.insert({ ...indexed(item), threadId }),
    index(ids) {
      for (const id of ids) {
        const item = byId.first(id)?.item
        if (item) index.put(id, itemText(item))
      }
    },
    update(item) {
      const before = byId.first(item.id)?.item
      mustChange(rows.update([item.id], indexed(item)), 'items', item.id)
      const text = itemText(item)
      // A call changes its state several times, and its words once.
      if (!before || itemText(before) !== text) index.put(item.id, text)
    },
    get: (id) => byId.first(id)?.item,
    threadOf: (id) => byId.first(id)?.threadId,
    ofTurns: (turnIds) => ofTurns.all(JSON.stringify(turnIds)).map((row) => row.item),
    byToolUse(threadId, toolUseId) {
      const item = byToolUse.first(threadId, toolUseId)?.item
      return item?.kind === 'tool' ? item : undefined
    },
  }
}
