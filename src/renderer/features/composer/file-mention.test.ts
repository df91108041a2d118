import { expect, test } from 'vitest'
import { mentionAt, mentionEntries } from './file-mention'

const at = (text: string) => mentionAt(text, text.length)

test('a name begins with an @ at the beginning of a word and ends at the caret', () => {
  expect(at('@')).toEqual({ from: 0, query: '' })
  expect(at('look at @src/par')).toEqual({ from: 8, query: 'src/par' })
  expect(at('(@src')).toEqual({ from: 1, query: 'src' })
  expect(mentionAt('see @src and on', 8)).toEqual({ from: 4, query: 'src' })
})

test('an address, an empty line and a finished name are none', () => {
  expect(at('write to a@b')).toBeNull()
  expect(at('@src/a.ts ')).toBeNull()
  expect(at('@src/a.ts\n')).toBeNull()
  expect(at('nothing')).toBeNull()
})

test('in quotes a name may hold spaces', () => {
  expect(at('read @"my notes')).toEqual({ from: 5, query: 'my notes' })
  expect(at('read @"my notes"')).toBeNull()
})

test('what is taken stands where the name was, with the caret behind it', () => {
  const text = 'see @pa now'
  const mention = mentionAt(text, 7)
  const [plain, spaced] = mention ? mentionEntries(text, 7, mention, ['src/parser.ts', 'my notes.md']) : []
  expect(plain).toMatchObject({ label: 'parser.ts', hint: 'src', text: 'see @src/parser.ts now', caret: 19 })
  expect(spaced).toMatchObject({ label: 'my notes.md', hint: '', text: 'see @"my notes.md" now' })
  const end = mentionAt('@pa', 3)
  expect(end && mentionEntries('@pa', 3, end, ['a.ts'])[0]).toMatchObject({ text: '@a.ts ', caret: 6 })
})
