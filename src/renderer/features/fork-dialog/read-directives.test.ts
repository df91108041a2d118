import { expect, it } from 'vitest'
import { directiveLines, directivesProblem, readDirectives } from './read-directives'

it('gives letters to lines that say something, in order', () => {
  expect(directiveLines('a\n\n  b ').map((line) => line.letter)).toEqual(['A', null, 'B'])
  expect(directiveLines('a\nb', 3).map((line) => line.letter)).toEqual(['D', 'E'])
  expect(readDirectives('a\n\n  b ')).toEqual(['a', 'b'])
})

it('names what keeps directives from being started', () => {
  expect(directivesProblem([], 'fork')).toContain('at least one')
  expect(directivesProblem([], 'branch')).toBeNull()
  expect(directivesProblem(['a'], 'fork')).toBeNull()
  expect(
    directivesProblem(
      Array.from({ length: 17 }, () => 'a'),
      'branch',
    ),
  ).toContain('these are 17')
  expect(directivesProblem(['x'.repeat(100_001)], 'fork')).toContain('100,000')
})
