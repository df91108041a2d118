import { expect, test } from 'vitest'
import type { AttachmentFacts } from '../../shared/domain/attachment'
import { attachmentWords } from './attachment-words'

const facts = (more: Partial<AttachmentFacts>): AttachmentFacts => ({
  name: 'a',
  kind: 'text',
  mediaType: 'text/plain',
  bytes: 3100,
  width: null,
  height: null,
  pages: null,
  reducedFrom: null,
  notes: [],
  ...more,
})

test('each kind says what it is and what was done to it', () => {
  const image = { kind: 'image', width: 1568, height: 784 } as const
  expect(attachmentWords(facts({}))).toBe('3.1 kB')
  expect(attachmentWords(facts({ kind: 'folder' }))).toBe('names in the folder')
  expect(attachmentWords(facts({ kind: 'document', pages: 1 }))).toBe('1 page · 3.1 kB')
  expect(attachmentWords(facts({ kind: 'document' }))).toBe('PDF · 3.1 kB')
  const reducedFrom = { width: 2400, height: 1200, bytes: 2_100_000 }
  expect(attachmentWords(facts({ ...image, reducedFrom }))).toBe(
    '1568 × 784 · 3.1 kB · reduced from 2400 × 1200, 2.1 MB',
  )
  const lighter = { width: 1568, height: 784, bytes: 9000 }
  const notes = ['Only the first picture of the animation']
  expect(attachmentWords(facts({ ...image, reducedFrom: lighter, notes }))).toBe(
    '1568 × 784 · 3.1 kB · reduced from 9 kB · Only the first picture of the animation',
  )
})
