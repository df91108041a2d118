import { expect, test } from 'vitest'
import { countLines, editHunks } from './edit-hunks'

test('an edit is shown with what stands around it', () => {
  const preview = editHunks('edit', { old_string: 'a\nb\nc', new_string: 'a\nB\nc' })
  expect(preview).toEqual({
    hunks: [
      [
        { sign: ' ', text: 'a' },
        { sign: '-', text: 'b' },
        { sign: '+', text: 'B' },
        { sign: ' ', text: 'c' },
      ],
    ],
    added: 1,
    removed: 1,
  })
})

test('changes far apart are stretches of their own', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const after = lines.with(0, 'first').with(29, 'last')
  expect(editHunks('edit', { old_string: lines.join('\n'), new_string: after.join('\n') }).hunks).toHaveLength(2)
})

test('several edits of one call are added up', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: 'd\ne' },
  ]
  expect(editHunks('MultiEdit', { edits })).toMatchObject({ added: 3, removed: 2 })
})

test('a change too long to compare is shown as replaced whole', () => {
  const before = 'x\n'.repeat(60_000)
  expect(editHunks('edit', { old_string: before, new_string: 'y' })).toMatchObject({ added: 1, removed: 60_000 })
})

test('other tools and broken inputs change nothing', () => {
  expect(editHunks('bash', { command: 'ls' }).hunks).toEqual([])
  expect(editHunks('edit', null)).toEqual({ hunks: [], added: 0, removed: 0 })
})

test('a line end at the end begins no further line', () => {
  expect([countLines(''), countLines('a'), countLines('a\n'), countLines('a\n\n')]).toEqual([0, 1, 1, 2])
})
