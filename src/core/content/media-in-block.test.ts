import type { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { aPdf, aPicture, aPng } from '../../testing/pictures'
import { wireJson } from '../wire/wire-snapshot'
import { documentBlock, imageBlock } from './attachment-blocks'
import { mediaIn, weightOf } from './media-in-block'

const base64 = (bytes: Buffer) => bytes.toString('base64')

test('an image counts by its pixels in every format, also within a result', async () => {
  const made = [
    ['image/png', await aPng(750, 100)],
    ['image/jpeg', await aPicture(750, 100).jpeg().toBuffer()],
    ['image/webp', await aPicture(750, 100).webp().toBuffer()],
    ['image/gif', await aPicture(750, 100).gif().toBuffer()],
  ] as const
  for (const [type, bytes] of made) {
    const json = wireJson(imageBlock(type, base64(bytes)))
    expect(mediaIn(json)).toEqual({ images: 1, pages: 0, tokens: 100, chars: base64(bytes).length })
    expect(weightOf(json)).toBeLessThan(520)
  }
  const blocks = made.map(([type, bytes]) => imageBlock(type, base64(bytes)))
  const result = wireJson({ type: 'tool_result', tool_use_id: 'a', content: blocks })
  expect(mediaIn(result)).toMatchObject({ images: 4, tokens: 400 })
})

test('a document counts by its pages, and one whose pages are not known as one', () => {
  const json = wireJson(documentBlock('a "b".pdf', 12, base64(aPdf(12))))
  expect(mediaIn(json)).toMatchObject({ images: 0, pages: 12, tokens: 27_600 })
  expect(mediaIn(wireJson(documentBlock('a', null, 'AAAA')))).toMatchObject({ pages: 1 })
})

test('text that looks like a source is text', () => {
  const text = wireJson({ type: 'text', text: wireJson(imageBlock('image/png', 'AAAA')) })
  expect(weightOf(text)).toBe(text.length)
})
