// Which keys an action has now: those a person chose, as far as they can be used, else those it was made with.
import type { KeyBindings } from '../../shared/domain/key-bindings'
import { KEY_ACTIONS, type KeyAction, type KeyActionId, type KeyPlace } from './key-actions'
import { isPressed, type Pressed, parseKeys } from './pressed-keys'

/** The keys of an action, the first one being the one that is shown; none, where a person took them all away. */
export function keysFor(id: KeyActionId, chosen: KeyBindings): readonly string[] {
  const action = actionOf(id)
  const own = chosen[id]
  if (own === undefined) return [action.keys]
  const usable = own.filter((keys) => keysProblem(action, keys) === null)
  // What was stored by another version and cannot be used here is as if nothing had been chosen.
  return usable.length === 0 && own.length > 0 ? [action.keys] : usable
}

/** Why an action cannot have these keys, in a sentence; null when it can. */
export function keysProblem(action: Pick<KeyAction, 'place'>, text: string): string | null {
  const keys = parseKeys(text)
  if (!keys) return 'These keys cannot be used.'
  if (/^Arrow|^Space$/.test(keys.name) && !keys.mod && !keys.alt) return 'The arrows and Space stay as they are.'
  const held = keys.mod || keys.alt || /^F\d+$/.test(keys.name)
  if (action.place === 'anywhere' && !held)
    return 'This works while you write, so it needs Ctrl, Cmd or Alt, or a function key.'
  if (keys.mod && /^[1-9]$/.test(keys.name) && !keys.shift && !keys.alt)
    return 'Ctrl or Cmd with a digit selects a thread.'
  if (keys.mod && !keys.shift && !keys.alt && /^[ACVXZ]$/.test(keys.name)) return 'Every text field needs these keys.'
  return null
}

/** Whether the browser keeps these keys for itself, so that a page in a tab never hears them. */
export function isBrowsersOwn(text: string): boolean {
  return /^Mod\+(Shift\+)?[NTW]$/.test(text)
}

/** The other actions that would hear the same keys in the same place; the card before the page is no conflict. */
export function conflictsOf(id: KeyActionId, text: string, chosen: KeyBindings): KeyAction[] {
  const { place } = actionOf(id)
  return KEY_ACTIONS.filter(
    (other) => other.id !== id && meet(place, other.place) && keysFor(other.id, chosen).includes(text),
  )
}

function meet(a: KeyPlace, b: KeyPlace): boolean {
  if (a === b || a === 'anywhere' || b === 'anywhere') return true
  return a !== 'card' && b !== 'card'
}

/** The action of a place whose keys were pressed; null when none were. */
export function actionPressed(event: Pressed, places: readonly KeyPlace[], chosen: KeyBindings): KeyActionId | null {
  const found = KEY_ACTIONS.find(
    ({ id, place }) => places.includes(place) && keysFor(id, chosen).some((keys) => isPressed(keys, event)),
  )
  return found?.id ?? null
}

/** The bindings with one action changed; null: as it was made. */
export function withKeys(chosen: KeyBindings, id: KeyActionId, keys: readonly string[] | null): KeyBindings {
  const { [id]: _, ...others } = chosen
  const own = actionOf(id).keys
  return keys === null || (keys.length === 1 && keys[0] === own) ? others : { ...others, [id]: [...keys] }
}

/** The actions of a place. */
export function actionsOf(place: KeyPlace) {
  return KEY_ACTIONS.filter((action) => action.place === place)
}

function actionOf(id: KeyActionId): KeyAction {
  const found = KEY_ACTIONS.find((action) => action.id === id)
  if (!found) throw new Error(`no action ${id}`)
  return found
}

/** Whether a name is that of an action. */
export function isActionId(name: string): name is KeyActionId {
  return KEY_ACTIONS.some((action) => action.id === name)
}
