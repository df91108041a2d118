// The keys of an approval card.
import { actionPressed } from '../../keyboard/bindings'
import type { KeyActionId } from '../../keyboard/key-actions'
import type { Pressed } from '../../keyboard/pressed-keys'

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

const ANSWERS: Readonly<Partial<Record<KeyActionId, CardAction>>> = {
  'allow-once': 'once',
  'allow-fork': 'thread',
  'allow-session': 'session',
  'allow-project': 'project',
  'edit-input': 'edit',
  deny: 'deny',
  'deny-note': 'note',
}

const NAMED: Readonly<Record<string, CardAction>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  Escape: 'hide',
}

export interface PressedKey extends Pressed {
  repeat: boolean
  target: EventTarget | null
}

type Chosen = Parameters<typeof actionPressed>[2]

/**
 * What a key means on the card; null when it means nothing here. Letters typed into a field are text, and a key that is held
 * down answers once.
 */
export function cardActionOf(pressed: PressedKey, chosen: Chosen): CardAction | null {
  if (pressed.repeat) return null
  const held = pressed.ctrlKey || pressed.metaKey || pressed.altKey
  if (isField(pressed.target)) {
    // The note takes Escape itself, so here the field is that of the input: Escape leaves it.
    if (pressed.key === 'Escape' && !held) return 'edit'
    return pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey) ? 'once' : null
  }
  const answer = answerOf(pressed, chosen)
  if (answer !== null) return answer
  return held || pressed.shiftKey ? null : (NAMED[pressed.key] ?? null)
}

/** The answer a key stands for, wherever it was pressed; null for every other key, and for one that is held down or opens a note. */
export function letterActionOf(pressed: Omit<PressedKey, 'target'>, chosen: Chosen): CardAction | null {
  const answer = pressed.repeat ? null : answerOf(pressed, chosen)
  return answer === 'note' ? null : answer
}

function answerOf(pressed: Pressed, chosen: Chosen): CardAction | null {
  const id = actionPressed(pressed, ['card'], chosen)
  return id === null ? null : (ANSWERS[id] ?? null)
}

function isField(target: EventTarget | null): boolean {
  const name = target !== null && 'tagName' in target ? target.tagName : ''
  return name === 'TEXTAREA' || name === 'INPUT' || name === 'SELECT'
}
