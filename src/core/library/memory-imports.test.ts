import { expect, test } from 'vitest'
import { importCandidates, importsIn } from './memory-imports'

test.each([
  ['See @docs/style.md and @README.', ['docs/style.md', 'README.']],
  ['@a.md\n@a.md\r\n@~/b.md', ['a.md', '~/b.md']],
  ['- @~/.claude/mine.md\n  - @docs/my\\ notes.md', ['~/.claude/mine.md', 'docs/my notes.md']],
  ['Write to ada@example.org.', []],
  ['Use `@scope/package` and ``a ` @b`` here, @real.md', ['real.md']],
  ['```\n@in-fence.md\n```\n@out.md\n~~~ts\n@in.md\n```\n@still.md\n~~~\n@end.md', ['out.md', 'end.md']],
  ['````\n```\n@no.md\n```\n````\n@yes.md', ['yes.md']],
  ['Text\n\n    @indented.md\n\nMore @x.md', ['x.md']],
  ['- item\n\n    @of-the-item.md', ['of-the-item.md']],
  ['Text goes on\n    @here.md', ['here.md']],
  ['<!-- @hidden.md\n-->@none.md @shown.md <!-- @open.md', ['none.md', 'shown.md']],
  ['- ```\n  @listed.md\n  ```', []],
  ['@', []],
])('%j imports %j', (text, paths) => expect(importsIn(text)).toEqual(paths))

test('the sentence a path ends is no part of it', () => {
  expect(importCandidates('docs/a.md')).toEqual(['docs/a.md'])
  expect(importCandidates('docs/a.md).')).toEqual(['docs/a.md).', 'docs/a.md'])
  expect(importCandidates('...')).toEqual(['...'])
})

test('an endless text of marks takes no time', () => {
  const begin = performance.now()
  importsIn('` @'.repeat(200_000))
  importsIn('<!-- '.repeat(200_000))
  expect(performance.now() - begin).toBeLessThan(5_000)
})
