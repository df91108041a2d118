import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { aPdf, aPng } from '../../../testing/pictures'
import { kindOfFile } from './file-kind'
import { prepareFile } from './prepare-file'

test('a file is what its bytes are, whatever it is called', async () => {
  expect(kindOfFile(await aPng())).toBe('picture')
  expect(kindOfFile(aPdf(1))).toBe('document')
  expect(kindOfFile(Buffer.from('# héllo\n'))).toBe('text')
})

test.each([
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), 'a HEIC picture. Export it as PNG or JPEG'],
  ['AVIF', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0', 'latin1'), 'an AVIF picture'],
  ['SVG', Buffer.from('<?xml version="1.0"?>\n<!-- x -->\n<svg xmlns="…">'), 'an SVG drawing'],
  ['TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1'), 'a TIFF picture'],
  ['BMP', Buffer.from('BM....\0\0', 'latin1'), 'a BMP picture'],
  ['an empty file', Buffer.alloc(0), 'is empty'],
  ['UTF-16', Buffer.from('\ufeffhi', 'utf16le'), 'UTF-16'],
  ['a program', Buffer.from('7f454c460201010000', 'hex'), 'a binary file'],
])('%s is refused with its reason', async (_, bytes, why) => {
  await expect(prepareFile('thing.png', bytes)).rejects.toThrow(`thing.png is`)
  await expect(prepareFile('thing.png', bytes)).rejects.toThrow(why)
})

test('a long text is cut, and says so to the model and to the person', async () => {
  const { block, facts } = await prepareFile('log.txt', Buffer.from('é'.repeat(50_000)))
  expect(facts).toMatchObject({ kind: 'text', bytes: 100_000, notes: ['Cut: the first 45000 of 50000 characters'] })
  expect(block).toMatchObject({
    text: expect.stringContaining('\n[cut: the first 45000 of 50000 characters]\n</file>'),
  })
  await expect(prepareFile('blank.txt', Buffer.from(' \n'))).rejects.toThrow('blank.txt holds nothing')
})
