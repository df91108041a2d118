// The keys in force, for what hears them and for what shows them.
import { useCallback } from 'react'
import type { KeyBindings } from '../../shared/domain/key-bindings'
import { appStore, useApp } from '../state/store'
import { actionPressed, isActionId, keysFor } from './bindings'
import type { KeyActionId, KeyPlace } from './key-actions'
import type { Pressed } from './pressed-keys'

const NONE: KeyBindings = {}

/** What a person chose, now. */
export function chosenKeys(): KeyBindings {
  return appStore.getState().view.settings?.['keyboard.bindings'] ?? NONE
}

/** The same, for a component. */
export function useChosenKeys(): KeyBindings {
  return useApp(({ view }) => view.settings?.['keyboard.bindings'] ?? NONE)
}

/** The keys to show for an action; null where it has none. */
export function useKeys(id: KeyActionId): string | null {
  const chosen = useChosenKeys()
  return keysFor(id, chosen)[0] ?? null
}

/** The action of these places that was pressed. A key that belongs to a word being composed is none. */
export function pressedAction(
  event: Pressed & { isComposing?: boolean },
  ...places: readonly KeyPlace[]
): KeyActionId | null {
  return event.isComposing || event.key === 'Process' ? null : actionPressed(event, places, chosenKeys())
}

/** The keys of an action as `aria-keyshortcuts` wants them; undefined where it has none. */
export function useAriaKeys(id: KeyActionId): string | undefined {
  const keys = useKeys(id)
  if (keys === null) return undefined
  return keys.startsWith('Mod+') ? `Control+${keys.slice(4)} Meta+${keys.slice(4)}` : keys
}

/** Names the keys of any action, for the hints beside controls; another function only when keys were changed. */
export function useKeyNames(): (action: string) => string | null {
  const chosen = useChosenKeys()
  return useCallback((action) => (isActionId(action) ? (keysFor(action, chosen)[0] ?? null) : null), [chosen])
}
