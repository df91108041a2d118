import { expect, it } from 'vitest'
import { revealedText, revealHidden } from './reveal-hidden'

it('leaves text, tabs, line feeds and other scripts as they are', () => {
  expect(revealHidden('ls -l\n\tüñ 漢 🙂')).toEqual([{ text: 'ls -l\n\tüñ 漢 🙂', hidden: false }])
  expect(revealHidden('')).toEqual([{ text: '', hidden: false }])
})

it('names direction marks, zero-width characters, escapes and carriage returns', () => {
  expect(revealHidden('rm \u202Ea')).toEqual([
    { text: 'rm ', hidden: false },
    { text: 'U+202E', hidden: true },
    { text: 'a', hidden: false },
  ])
  for (const hidden of ['\u200b', '\u001b', '\r', '\u{e0041}']) {
    expect(revealHidden(hidden)).toMatchObject([{ hidden: true }])
  }
})

it('writes hidden characters between brackets where they cannot be marked', () => {
  expect(revealedText('a\u202Eb')).toBe('a⟨U+202E⟩b')
})
