import { KEY_ACTIONS } from './key-actions'
import type { Pressed } from './pressed-keys'
import { pressedAction } from './use-keys'

/**
 * What was pressed in the timeline or the outline, as the lists name it: the key an action of theirs was made with, whatever a
 * person chose for it, or the arrows and the other keys that stay as they are. Null for what means nothing there.
 */
export function listKeyOf(event: Pressed): string | null {
  const id = pressedAction(event, 'list')
  if (id) return KEY_ACTIONS.find((action) => action.id === id)?.keys.toLowerCase() ?? null
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return null
  return event.key === ' ' || event.key.length > 1 ? event.key : null
}
