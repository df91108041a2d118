// Every action that has a key: what it does in words, the keys it was made with, and where they are heard.

/**
 * Where a key is heard: `anywhere`, also while a text is written; `page`, outside of texts; `list`, in the timeline, the
 * outline and on Home; `card`, while an approval is up, before the two others.
 */
export type KeyPlace = 'anywhere' | 'page' | 'list' | 'card'

interface Action {
  id: string
  place: KeyPlace
  keys: string
  what: string
}

const action =
  (place: KeyPlace) =>
  <const Id extends string>(id: Id, keys: string, what: string) => ({ id, place, keys, what })
const anywhere = action('anywhere')
const page = action('page')
const list = action('list')
const card = action('card')

export const KEY_ACTIONS = [
  anywhere('palette', 'Mod+K', 'search or run'),
  anywhere('search', 'Mod+Shift+F', 'search everything that was said'),
  anywhere('new-session', 'Mod+N', 'new session'),
  anywhere('open-folder', 'Mod+O', 'open a folder'),
  anywhere('interrupt', 'Mod+.', 'interrupt the selected thread'),
  anywhere('stop-all', 'Mod+Shift+.', 'stop all, after asking'),
  anywhere('next-region', 'F6', 'next region'),
  anywhere('previous-region', 'Shift+F6', 'region before'),
  page('approvals', 'A', 'approvals'),
  page('library', 'L', 'library: agents, skills, notes'),
  page('keys', '?', 'keyboard map'),
  list('next-row', 'J', 'next row, also ↓'),
  list('previous-row', 'K', 'row before, also ↑'),
  list('previous-sibling', '[', 'fork before'),
  list('next-sibling', ']', 'next fork'),
  list('fork', 'F', 'fork from here, or from under the pointer'),
  list('jump', 'G', 'jump to a turn'),
  list('next-needy', 'U', 'next thread that needs you'),
  list('changes', 'D', 'changes of the selected thread'),
  list('bring-back', 'B', 'bring the result home'),
  list('merge', 'M', 'merge the changes'),
  list('compare', 'C', 'mark to compare, or take the mark away'),
  card('allow-once', 'Y', 'allow once'),
  card('allow-fork', 'F', 'allow for this fork, in the card'),
  card('allow-session', 'S', 'allow for this session'),
  card('allow-project', 'P', 'allow for this project'),
  card('edit-input', 'E', 'edit the input'),
  card('deny', 'N', 'deny'),
  card('deny-note', 'Shift+N', 'deny with a note'),
] as const satisfies readonly Action[]

export type KeyAction = (typeof KEY_ACTIONS)[number]
export type KeyActionId = KeyAction['id']

export const KEY_PLACES: readonly { place: KeyPlace; title: string }[] = [
  { place: 'anywhere', title: 'Anywhere' },
  { place: 'page', title: 'Outside of texts' },
  { place: 'list', title: 'In the timeline, the outline and on Home' },
  { place: 'card', title: 'While an approval is up, outside of texts' },
]

/** Keys that stay as they are: everybody's fingers, and every screen reader, know them. */
export const FIXED_KEYS: Readonly<Record<KeyPlace | 'message', readonly (readonly [keys: string, what: string])[]>> = {
  anywhere: [
    ['Mod+1', '…9: select the nth thread'],
    ['Escape', 'clear the message, to the approval, or close what is open; it never stops a fork'],
  ],
  page: [],
  list: [
    ['←', 'to the parent'],
    ['→', 'into the fork'],
    ['Enter', 'open'],
    ['Space', 'fold or open'],
  ],
  card: [
    ['←', 'approval before'],
    ['→', 'next approval'],
    ['Mod+Enter', 'allow once, while the input is edited'],
  ],
  message: [
    ['Enter', 'send'],
    ['Mod+Enter', 'send as a fork'],
    ['Shift+Enter', 'new line'],
    ['↑', 'the message before, where nothing is written'],
    ['/', 'a command, at the beginning'],
    ['@', 'a file of the project'],
  ],
}
