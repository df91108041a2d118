import { expect, it } from 'vitest'
import { cardActionOf, letterActionOf, type PressedKey } from './card-keys'

function pressed(key: string, over: Partial<PressedKey> = {}): PressedKey {
  const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : ''
  return {
    key,
    code,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    repeat: false,
    target: null,
    ...over,
  }
}

/** An event target as far as the card looks at it. */
const field = Object.assign(new EventTarget(), { tagName: 'TEXTAREA' })

it('knows a letter for each answer, whatever the caps lock says', () => {
  const answers = ['y', 'F', 's', 'p', 'e', 'n'].map((key) => cardActionOf(pressed(key), {}))
  expect(answers).toEqual(['once', 'thread', 'session', 'project', 'edit', 'deny'])
  expect(cardActionOf(pressed('N', { shiftKey: true }), {})).toBe('note')
  expect(cardActionOf(pressed('Y', { shiftKey: true }), {})).toBeNull()
})

it('takes letters in a field for text, Mod+Enter there for yes and Escape for leaving it', () => {
  expect(cardActionOf(pressed('y', { target: field }), {})).toBeNull()
  expect(cardActionOf(pressed('Escape', { target: field }), {})).toBe('edit')
  expect(cardActionOf(pressed('Enter', { target: field, ctrlKey: true }), {})).toBe('once')
  expect(cardActionOf(pressed('Enter', { ctrlKey: true }), {})).toBeNull()
})

it('answers once while a key is held and leaves shortcuts alone', () => {
  expect(cardActionOf(pressed('y', { repeat: true }), {})).toBeNull()
  expect(cardActionOf(pressed('p', { ctrlKey: true }), {})).toBeNull()
  expect(cardActionOf(pressed('f', { altKey: true }), {})).toBeNull()
})

it('knows from afar only the plain letters', () => {
  expect(letterActionOf(pressed('y'), {})).toBe('once')
  const others = [pressed('Y', { shiftKey: true }), pressed('p', { ctrlKey: true }), pressed('y', { repeat: true })]
  expect([...others, pressed('Escape'), pressed('ArrowRight')].map((each) => letterActionOf(each, {}))).toEqual(
    Array(5).fill(null),
  )
})

it('answers to the keys a person chose, and no longer to those it was made with', () => {
  const chosen = { 'allow-once': ['1'], 'deny-note': [] }
  expect(cardActionOf(pressed('1'), chosen)).toBe('once')
  expect(cardActionOf(pressed('y'), chosen)).toBeNull()
  expect(letterActionOf(pressed('1'), chosen)).toBe('once')
  expect(cardActionOf(pressed('N', { shiftKey: true }), chosen)).toBeNull()
  expect(cardActionOf(pressed('1', { target: field }), chosen)).toBeNull()
})
