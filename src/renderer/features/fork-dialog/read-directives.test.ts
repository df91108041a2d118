import { expect, it } from 'vitest'
import { directiveLines, directivesProblem, readDirectives } from './read-directives'

it('gives letters to lines that say something, in order', () => {
  expect(directiveLines('a\n\n  b ').map((line) => line.letter)).toEqual(['A', null, 'B'])
  expect(directiveLines('a\nb', 3).map((line) => line.letter)).toEqual(['D', 'E'])
  expect(readDirectives('a\n\n  b ')).toEqual(['a', 'b'])
})

it('names what keeps directives from being started', () => {
  expect(directivesProblem([])).toContain('at least one')
  expect(directivesProblem(['a'])).toBeNull()
  expect(directivesProblem(Array.from({ length: 17 }, () => 'a'))).toContain('these are 17')
  expect(directivesProblem(['x'.repeat(100_001)])).toContain('100,000')
})
