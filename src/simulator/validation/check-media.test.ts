import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { aPdf, aPicture, aPng } from '../../testing/pictures'
import { dividePrompt } from '../prompt/divide-prompt'
import type { MessagesBody } from './body-schema'
import { checkMedia, checkMediaTaken } from './check-media'

const image = (bytes: Buffer, media_type = 'image/png') => ({
  type: 'image' as const,
  source: { type: 'base64' as const, media_type, data: bytes.toString('base64') },
})
const document = (bytes: Buffer) => ({
  type: 'document' as const,
  source: { type: 'base64', media_type: 'application/pdf', data: bytes.toString('base64') },
})
const body = (...content: (ReturnType<typeof image> | ReturnType<typeof document>)[]): MessagesBody => ({
  model: 'claude-opus-5-5',
  max_tokens: 100,
  messages: [{ role: 'user', content }],
})

test('takes what the API takes, and counts it by pixels and pages', async () => {
  const webp = await aPicture(750, 100).webp().toBuffer()
  const taken = body(image(await aPng(750, 200)), image(webp, 'image/webp'), document(aPdf(3)))
  expect(checkMedia(taken)).toBeNull()
  const [a, b, c] = dividePrompt(taken, '').blocks.map(({ tokensUpTo }) => tokensUpTo)
  expect([a, (b ?? 0) - (a ?? 0), (c ?? 0) - (b ?? 0)].map((count) => Math.round((count ?? 0) / 100))).toEqual([
    2, 1, 69,
  ])
})

test('refuses what the API refuses, where it stands', async () => {
  const small = await aPng()
  const bytes = Buffer.from('hello')
  expect(checkMedia(body(image(bytes)))).toMatchObject({ message: 'Could not process image' })
  expect(checkMedia(body(image(small, 'image/jpeg')))?.message).toContain('appears to be a image/png image')
  expect(checkMedia(body(image(await aPng(8001, 1))))?.message).toContain('8000 pixels')
  expect(checkMedia(body(image(Buffer.concat([small, Buffer.alloc(4_000_000)]))))?.message).toContain('5 MB')
  expect(checkMedia(body(document(bytes)))?.message).toContain('PDF specified was not valid')
  const wide = image(await aPng(2001, 1))
  expect(checkMedia(body(...Array.from({ length: 20 }, () => wide)))).toBeNull()
  expect(checkMedia(body(...Array.from({ length: 21 }, () => wide)))?.message).toContain('2000 pixels')
  expect(checkMedia(body(...Array.from({ length: 101 }, () => image(small))))?.message).toContain('too many images')
})

test('a model that reads only text takes none', async () => {
  const facts = { media: false } as Parameters<typeof checkMediaTaken>[1]
  expect(checkMediaTaken(body(image(await aPng())), facts)).toMatchObject({
    path: 'messages.0.content.0',
    message: 'This model does not support image input.',
  })
})
