import { expect, test } from 'vitest'
import { createBlockReader } from './block-reader'
import { parseMarkdown } from './markdown-tree'

const TEXTS = {
  answer:
    'There are **three** ways:\n\n1. *A table*, one row each.\n2. A function\n\n   with a second paragraph\n\n- [ ] open\n\n> quoted\nlazily\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter it.\n',
  code: 'Before\n```ts\nconst a = 1\n\n# no heading\n```\nand\n\n    indented\n\n    code\n\n~~~\n```\n~~~\nend',
  headings: '# One\ntext\n---\nSetext\n===\n\n***\n\n- a\n\n\n- b\n* c\n\ntail <b>x</b>\n<div>\nhtml\n</div>\n\nlast',
}

test.each(Object.entries(TEXTS))(
  '%s: read letter by letter it has the blocks of the whole, at every step',
  (_, text) => {
    const read = createBlockReader()
    for (let end = 1; end <= text.length; end++) {
      const part = text.slice(0, end)
      expect(read(part), JSON.stringify(part)).toEqual(parseMarkdown(part))
    }
  },
)

test('what is settled is the same object at every step, so that it never renders again', () => {
  const read = createBlockReader()
  const paragraphs = Array.from({ length: 50 }, (_, n) => `Paragraph ${n} with \`code\`.`)
  let before: ReturnType<typeof read> = []
  let text = ''
  for (const paragraph of paragraphs) {
    for (const word of `${paragraph}\n\n`.split(/(?<= )/)) {
      text += word
      const after = read(text)
      const settled = Math.max(0, before.length - 2)
      for (let index = 0; index < settled; index++) expect(after[index]).toBe(before[index])
      before = after
    }
  }
  expect(before).toHaveLength(50)
  expect(read(text)).toBe(before)
})

test('another text is read anew', () => {
  const read = createBlockReader()
  read('one\n\ntwo\n\nthree\n\nfour')
  expect(read('other')).toEqual(parseMarkdown('other'))
})
