import { expect, it } from 'vitest'
import { directiveLines, directivesProblem, readDirectives, runningTwin } from './read-directives'

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

it('finds a directive that is at work already, not one that has ended', () => {
  const threads = [
    { directive: 'a', state: 'done' as const },
    { directive: ' b ', state: 'streaming' as const },
    { directive: null, state: 'streaming' as const },
  ]
  expect(runningTwin(['a', 'b'], threads)).toBe('b')
  expect(runningTwin(['a', 'c'], threads)).toBeNull()
})
