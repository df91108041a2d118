import { expect, test } from 'vitest'
import { isPressed, keysOf, type Pressed, parseKeys } from './pressed-keys'

const press = (key: string, code: string, held: Partial<Pressed> = {}): Pressed => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const ctrl = { ctrlKey: true }
const shift = { shiftKey: true }
const altGr = { altKey: true, ctrlKey: true, getModifierState: (name: string) => name === 'AltGraph' }

test('a letter is the one that is printed on the key, with caps lock too', () => {
  expect(isPressed('Y', press('y', 'KeyZ'))).toBe(true)
  expect(isPressed('Z', press('y', 'KeyZ'))).toBe(false)
  expect(isPressed('Y', press('Y', 'KeyZ'))).toBe(true)
  expect(isPressed('Y', press('Y', 'KeyZ', shift))).toBe(false)
  expect(isPressed('Mod+K', press('k', 'KeyK', ctrl))).toBe(true)
  expect(isPressed('Mod+K', press('k', 'KeyK', { metaKey: true }))).toBe(true)
  expect(isPressed('Mod+K', press('k', 'KeyK', { ...ctrl, ...shift }))).toBe(false)
})

test('where the layout has other letters, the place counts', () => {
  expect(isPressed('J', press('о', 'KeyJ'))).toBe(true)
  expect(isPressed('Mod+K', press('л', 'KeyK', ctrl))).toBe(true)
  expect(isPressed('A', press('ä', 'Quote'))).toBe(false)
})

test('a character is found however the layout has it typed', () => {
  expect(isPressed('?', press('?', 'Slash', shift))).toBe(true)
  expect(isPressed('?', press('?', 'Minus', shift))).toBe(true)
  expect(isPressed('[', press('[', 'BracketLeft'))).toBe(true)
  expect(isPressed('[', press('[', 'Digit8', altGr))).toBe(true)
  expect(isPressed('[', press('8', 'Digit8'))).toBe(false)
})

test('a character that Shift replaced in a chord is known by its place', () => {
  expect(isPressed('Mod+Shift+.', press('>', 'Period', { ...ctrl, ...shift }))).toBe(true)
  expect(isPressed('Mod+Shift+.', press(':', 'Period', { ...ctrl, ...shift }))).toBe(true)
  expect(isPressed('Mod+.', press('.', 'Period', ctrl))).toBe(true)
  expect(isPressed('Mod+.', press(':', 'Period', ctrl))).toBe(true)
  expect(isPressed('Mod+.', press('.', 'Period', { ...ctrl, ...shift }))).toBe(false)
  expect(isPressed('Mod+.', press(':', 'Period', { ...ctrl, ...shift }))).toBe(false)
})

test('what is recorded is what is found again', () => {
  for (const [event, text] of [
    [press('k', 'KeyK', { ...ctrl, ...shift }), 'Mod+Shift+K'],
    [press('?', 'Minus', shift), '?'],
    [press('[', 'Digit8', altGr), '['],
    [press('>', 'Period', { ...ctrl, ...shift }), 'Mod+Shift+.'],
    [press('F6', 'F6', shift), 'Shift+F6'],
    [press('n', 'KeyN', { altKey: true }), 'Alt+N'],
    [press(' ', 'Space'), 'Space'],
  ] as const) {
    expect(keysOf(event)).toBe(text)
    expect(isPressed(text, event)).toBe(true)
  }
})

test('a modifier alone, a dead key and what is no key are nothing', () => {
  for (const key of ['Shift', 'Control', 'Dead', 'Process', 'Unidentified', 'Enter', 'Escape', 'Tab'])
    expect(keysOf(press(key, ''))).toBeNull()
  for (const text of ['', 'Mod+', 'Enter', 'Hyper+K', 'Mod+Banana']) expect(parseKeys(text)).toBeNull()
})
