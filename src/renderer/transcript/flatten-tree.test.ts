import { common, createLowlight } from 'lowlight'
import { expect, test } from 'vitest'
import { flattenTree } from './flatten-tree'

const lowlight = createLowlight(common)

test('the pieces are the whole text, in its order', () => {
  const source = 'export const a = "x" // note\nfunction f(n: number) { return n + 41 }\n'
  const tokens = flattenTree(lowlight.highlight('typescript', source))
  expect(tokens.map(([text]) => text).join('')).toBe(source)
  const toneOf = (piece: string) => tokens.find(([text]) => text === piece)?.[1]
  expect(toneOf('const')).toBe('key')
  expect(toneOf('"x"')).toBe('str')
  expect(toneOf('41')).toBe('num')
  expect(toneOf('// note')).toBe('com')
})

test('pieces of one colour that follow each other are one', () => {
  const tokens = flattenTree(lowlight.highlight('json', '{"a": [1, 2]}'))
  tokens.forEach(([, tone], index) => {
    expect(tone === tokens[index + 1]?.[1] && index + 1 < tokens.length).toBe(false)
  })
})
