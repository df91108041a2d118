import { expect, it } from 'vitest'
import { aboutTokens, additionWords } from './report-size'

it('says how much the parent gets, and that its cache stays', () => {
  expect(aboutTokens(['x'.repeat(2000), 'x'.repeat(481)])).toBe(621)
  expect(additionWords('Main', 621, 0)).toBe('One item for Main, about 621 tokens; its cache stays')
  expect(additionWords('Docs', 1240, 2)).toBe('One item for Docs with 2 turns, about 1.2k tokens; its cache stays')
})
