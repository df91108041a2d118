import { expect, test } from 'vitest'
import { findRanges, MAX_SEARCH_WORDS, readQuery } from './search-query'

const found = (text: string, query: string) =>
  findRanges(text, readQuery(query)).map(([from, to]) => text.slice(from, to))

test('what stands between spaces is a term, and its last word may go on', () => {
  expect(readQuery('src/parser.ts fix')).toEqual([
    { words: ['src', 'parser', 'ts'], prefix: true },
    { words: ['fix'], prefix: true },
  ])
})

test('double quotes hold words together and ask for them whole; the second one may be missing', () => {
  expect(readQuery('"two words" x "open end')).toEqual([
    { words: ['two', 'words'], prefix: false },
    { words: ['x'], prefix: false },
    { words: ['open', 'end'], prefix: false },
  ])
})

test.each(['', '   ', '"', '""', '***', '- - (', '\0', '\ud800'])('%j holds no words', (text) => {
  expect(readQuery(text)).toEqual([])
})

test.each(['AND OR NOT NEAR(a b)', 'a* ^b -c {d} : "e', "'; DROP TABLE items; --", 'words : x'])(
  '%j has no syntax: it is its words',
  (text) => {
    expect(readQuery(text).flatMap(({ words }) => words)).toEqual(text.toLowerCase().match(/\w+/g))
  },
)

test('of a page that is pasted, the first words count', () => {
  expect(readQuery('word '.repeat(2000)).flatMap(({ words }) => words)).toHaveLength(MAX_SEARCH_WORDS)
  expect(readQuery('解'.repeat(10_000)).flatMap(({ words }) => words)).toHaveLength(MAX_SEARCH_WORDS)
})

test('every place of every term is found, and of a word that goes on what was typed', () => {
  expect(found('Parsers parse a parser.', 'pars')).toEqual(['Pars', 'pars', 'pars'])
  expect(found('one two, two one', '"two one"')).toEqual(['two one'])
  expect(found('parses', '"parse"')).toEqual([])
  expect(found('the parseExpression name', 'expr')).toEqual(['Expr'])
  expect(found('Café 解析器 x', 'cafe 析器')).toEqual(['Café', '析器'])
})

test('places that overlap are one', () => {
  expect(found('error errors', 'error err')).toEqual(['error', 'error'])
})
