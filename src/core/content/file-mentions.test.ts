import { expect, test } from 'vitest'
import { fileMentions } from './file-mentions'

const paths = (text: string) => fileMentions(text).map((mention) => mention.paths)

test('a name begins with an @ at the beginning of a word, and may be in quotes', () => {
  expect(paths('see @src/a.ts and (@b.ts) @"my notes.md"')).toEqual([['src/a.ts'], ['b.ts)', 'b.ts'], ['my notes.md']])
  expect(paths('write to a@b.de')).toEqual([])
})

test('what ends the sentence may be part of the name or not', () => {
  expect(paths('Look at @src/a.ts. Then @b/, and @b/, again')).toEqual([
    ['src/a.ts.', 'src/a.ts'],
    ['b/,', 'b/'],
  ])
})

test('lines can be named', () => {
  expect(fileMentions('@a.ts#L10-20, @b.ts#L7 @c#L9-L3')).toEqual([
    { paths: ['a.ts'], lines: { from: 10, to: 20 } },
    { paths: ['b.ts'], lines: { from: 7, to: 7 } },
    { paths: ['c'], lines: { from: 9, to: 9 } },
  ])
})

test('code is no name', () => {
  expect(paths('use `@Injectable()` and\n```ts\n@Component({})\n```\nin @app.ts')).toEqual([['app.ts']])
})

test('a text that is full of them, or of one without an end, makes nobody wait', () => {
  expect(fileMentions(`@${'.'.repeat(900_000)}a @b`)).toHaveLength(1)
  expect(fileMentions(Array.from({ length: 200_000 }, (_, n) => `@${n}`).join(' '))).toHaveLength(300)
  expect(fileMentions(`${'```\n~~~\n'.repeat(100_000)}@b`).length).toBeLessThan(2)
})
