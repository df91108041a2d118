import { expect, test } from 'vitest'
import { parseMarkdown } from './markdown-tree'

const blocks = (text: string) => parseMarkdown(text).map(({ block }) => block)
const text = (value: string) => ({ kind: 'text', text: value })

test('paragraphs, emphasis and code become a tree without HTML', () => {
  expect(blocks('A **bold** `word` & *more*')).toEqual([
    {
      kind: 'paragraph',
      children: [
        text('A '),
        { kind: 'strong', children: [text('bold')] },
        text(' '),
        { kind: 'code', text: 'word' },
        text(' & '),
        { kind: 'em', children: [text('more')] },
      ],
    },
  ])
})

test('a fence is open until its own closing line has come', () => {
  const closedOf = (source: string) => blocks(source).map((block) => block.kind === 'code' && block.closed)
  expect(closedOf('```ts\nconst a = 1')).toEqual([false])
  expect(closedOf('```ts\nconst a = 1\n```')).toEqual([true])
  expect(closedOf('````\n```\n')).toEqual([false])
  expect(closedOf('    indented\n')).toEqual([true])
})

test('the language of a fence is its first word, in lower case', () => {
  expect(blocks('```TypeScript title=x\n1\n```')).toEqual([
    { kind: 'code', language: 'typescript', text: '1', closed: true },
  ])
})

test('only http, https and mailto become links', () => {
  expect(blocks('[a](https://a.example)')).toEqual([
    { kind: 'paragraph', children: [{ kind: 'link', href: 'https://a.example', children: [text('a')] }] },
  ])
  for (const href of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    '/local',
  ]) {
    expect(blocks(`[a](${href})`)).toEqual([{ kind: 'paragraph', children: [text(`[a](${href})`)] }])
  }
})

test('an image is told, not fetched', () => {
  expect(blocks('![plan](https://evil.example/pixel.png)')).toEqual([
    { kind: 'paragraph', children: [text('[image: plan] https://evil.example/pixel.png')] },
  ])
})

test('HTML stays the text it is', () => {
  expect(blocks('<img src=x onerror=alert(1)>')).toEqual([
    { kind: 'paragraph', children: [text('<img src=x onerror=alert(1)>')] },
  ])
  expect(blocks('say <b>hi</b>')).toEqual([
    { kind: 'paragraph', children: [text('say '), text('<b>'), text('hi'), text('</b>')] },
  ])
})

test('lists keep their start, their tasks and what is nested in them', () => {
  expect(blocks('3. three\n4. four')).toMatchObject([{ kind: 'list', start: 3, items: [{}, {}] }])
  expect(blocks('- [x] done\n- [ ] open')).toEqual([
    {
      kind: 'list',
      start: null,
      items: [
        { checked: true, children: [{ kind: 'plain', children: [text('done')] }] },
        { checked: false, children: [{ kind: 'plain', children: [text('open')] }] },
      ],
    },
  ])
  expect(blocks('- a\n  - b')).toMatchObject([
    { items: [{ children: [{ kind: 'plain' }, { kind: 'list', items: [{ children: [{ kind: 'plain' }] }] }] }] },
  ])
})

test('tables carry their alignment', () => {
  expect(blocks('| a | b |\n|:--|--:|\n| 1 | 2 |')).toEqual([
    {
      kind: 'table',
      align: ['left', 'right'],
      head: [[text('a')], [text('b')]],
      rows: [[[text('1')], [text('2')]]],
    },
  ])
})

test('entities read as the character they stand for', () => {
  expect(blocks('a &lt; b')).toEqual([{ kind: 'paragraph', children: [text('a < b')] }])
})

test('a block is known by its own text, whatever follows it', () => {
  const first = parseMarkdown('one\n\ntwo')[0]
  expect(parseMarkdown('one\n\ntwo and more')[0]).toEqual(first)
})
