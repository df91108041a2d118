// The text by which something stored can be found.
import type { Item } from '../../../shared/domain/turn'
import type { ThreadRecord } from '../records'

/** What a person can read of an item: for a call its tool, the values of its input and what it gave. '' for nothing. */
export function itemText(item: Item): string {
  if (item.kind !== 'tool') return item.text
  return [item.name, ...valuesOf(item.input), item.output].filter((part) => part !== '').join('\n')
}

/** The title and the directive of a thread; the main thread is found by the title of its session. */
export function threadText({
  parentId,
  title,
  directive,
}: Pick<ThreadRecord, 'parentId' | 'title' | 'directive'>): string {
  if (parentId === null) return directive ?? ''
  // A title is mostly the beginning of the directive: then it says nothing more.
  return directive?.startsWith(title) ? directive : [title, directive ?? ''].join('\n')
}

/** The texts and numbers in a JSON value, in order. The names of its fields are the tool's words, not the conversation's. */
function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(valuesOf)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesOf) : []
}
