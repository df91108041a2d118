// The keys of an approval card.

export type CardAction =
  | 'once'
  | 'thread'
  | 'session'
  | 'project'
  | 'edit'
  | 'deny'
  | 'note'
  | 'next'
  | 'previous'
  | 'hide'

const LETTERS: Readonly<Record<string, CardAction>> = {
  y: 'once',
  f: 'thread',
  s: 'session',
  p: 'project',
  e: 'edit',
  n: 'deny',
}

const NAMED: Readonly<Record<string, CardAction>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Escape: 'hide',
}

export interface PressedKey {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
  target: EventTarget | null
}

/**
 * What a key means on the card; null when it means nothing here. Letters typed into a field are text, and a key that is held
 * down answers once.
 */
export function cardActionOf(pressed: PressedKey): CardAction | null {
  if (pressed.repeat || pressed.altKey) return null
  const inField = isField(pressed.target)
  if (pressed.ctrlKey || pressed.metaKey) return inField && pressed.key === 'Enter' ? 'once' : null
  // The note takes Escape itself, so here the field is that of the input: Escape leaves it.
  if (inField) return pressed.key === 'Escape' ? 'edit' : null
  const letter = pressed.key.toLowerCase()
  if (pressed.shiftKey) return letter === 'n' ? 'note' : null
  return LETTERS[letter] ?? NAMED[pressed.key] ?? null
}

/** The answer a plain letter stands for, wherever it was pressed; null for every other key and while it is held down. */
export function letterActionOf(pressed: Omit<PressedKey, 'target'>): CardAction | null {
  if (pressed.repeat || pressed.altKey || pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return null
  return LETTERS[pressed.key.toLowerCase()] ?? null
}

function isField(target: EventTarget | null): boolean {
  const name = target !== null && 'tagName' in target ? target.tagName : ''
  return name === 'TEXTAREA' || name === 'INPUT' || name === 'SELECT'
}
