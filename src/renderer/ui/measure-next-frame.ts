import { measureElement, type Virtualizer } from '@tanstack/react-virtual'
import { nextFrame } from './next-frame'

/**
 * Measures a row of a virtual list. What a row has grown to after it was drawn takes effect with the next frame: rows that come into
 * view by it are then drawn together with what that frame brings, not in a second pass of the frame that has just been drawn.
 */
export function measureNextFrame<Row extends Element>(
  row: Row,
  entry: ResizeObserverEntry | undefined,
  list: Virtualizer<HTMLDivElement, Row>,
): number {
  const size = measureElement(row, entry, list)
  const known = list.itemSizeCache.get(list.options.getItemKey(list.indexFromElement(row)))
  if (!entry || known === undefined || size === known) return size
  nextFrame(() => {
    if (row.isConnected) list.resizeItem(list.indexFromElement(row), size)
  })
  return known
}
