import { expect, test } from 'vitest'
import { findHumps, findWords, foldText } from './words'

const wordsOf = (text: string) => findWords(text).map(({ word }) => word)
/** As SQLite's `ascii` tokenizer parts a text. */
const asIndexed = (text: string) => foldText(text).match(/[A-Za-z0-9\u0080-\u{10ffff}]+/gu) ?? []

test('words are letters and digits, without case and accents', () => {
  expect(wordsOf('src/parser.ts: Über_naïve CAFÉ x2')).toEqual(['src', 'parser', 'ts', 'uber', 'naive', 'cafe', 'x2'])
  expect(wordsOf('cafe\u0301 ﬁne ½')).toEqual(['cafe', 'fine', '12'])
})

test('characters of scripts without spaces, and pictures, are words of their own', () => {
  expect(wordsOf('解析器parser再')).toEqual(['解', '析', '器', 'parser', '再'])
  expect(wordsOf('テスト 안녕')).toEqual(['テ', 'ス', 'ト', '안', '녕'])
  expect(wordsOf('done✅🌲')).toEqual(['done', '✅', '🌲'])
})

test('each word says where it stands, in UTF-16 units', () => {
  const text = '🌲 Él 解'
  expect(findWords(text).map(({ from, to }) => text.slice(from, to))).toEqual(['🌲', 'Él', '解'])
})

test.each([
  '',
  ' ',
  '─│┌ “quoted” — dash',
  'a\0b',
  '\ud800 lone',
  'e\u0301\u0301x',
  'ΣΊΣΥΦΟΣ ΰ ß İ',
  '①② ℡ ﷺ',
  '한글 ㄱㄴ',
  '👩‍👩‍👧 👍🏽',
  'x'.repeat(500),
])('an index of the folded text holds the same words: %j', (text) => {
  expect(asIndexed(text).map((word) => word.toLowerCase())).toEqual(wordsOf(text))
})

test('names in camel case have parts', () => {
  const text = 'call parseHTTPExpression2 and plain'
  expect(findHumps(text).map((name) => name.map(({ word }) => word))).toEqual([['parse', 'http', 'expression', '2']])
  expect(findHumps(text)[0]?.map(({ from, to }) => text.slice(from, to))).toEqual(['parse', 'HTTP', 'Expression', '2'])
})

test('long runs of letters take no longer than their length', () => {
  const text = 'x'.repeat(1_000_000)
  const begun = performance.now()
  expect(findHumps(text)).toEqual([])
  expect(foldText(text)).toHaveLength(64)
  expect(findWords(text)).toEqual([{ word: 'x'.repeat(64), from: 0, to: 1_000_000 }])
  expect(performance.now() - begun).toBeLessThan(1_000)
})
