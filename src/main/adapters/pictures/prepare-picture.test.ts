import { Buffer } from 'node:buffer'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FailureError } from '../../../shared/contract/failure'
import { aPicture, aPng } from '../../../testing/pictures'
import { preparePicture } from './prepare-picture'

const sent = async (bytes: Buffer) => Buffer.from((await preparePicture('a', bytes)).block.source.data, 'base64')

async function refusal(bytes: Buffer, library?: null): Promise<string> {
  try {
    await (library === null ? preparePicture('shot', bytes, null) : preparePicture('shot', bytes))
  } catch (error) {
    if (error instanceof FailureError) return error.message
    throw error
  }
  throw new Error('expected a refusal')
}

test('a small picture that holds nothing else goes as it came', async () => {
  for (const bytes of [
    await aPng(1568, 20),
    await aPicture(60, 40).jpeg().toBuffer(),
    await aPicture(60, 40, true).webp().toBuffer(),
  ]) {
    const { block, facts } = await preparePicture('a', bytes)
    expect(block.source.data).toBe(bytes.toString('base64'))
    expect(facts).toMatchObject({ bytes: bytes.length, reducedFrom: null, notes: [] })
  }
})

test('a large one is reduced to the longest side, the same way every time', async () => {
  const photo = await aPicture(3000, 500).jpeg().toBuffer()
  const once = await preparePicture('a', photo)
  expect(once.facts).toMatchObject({ width: 1568, height: 261, reducedFrom: { width: 3000, height: 500 } })
  expect((await preparePicture('a', photo)).block).toEqual(once.block)
  const tall = await preparePicture('b', await aPng(3, 9000))
  expect(tall.facts).toMatchObject({ width: 1, height: 1568, mediaType: 'image/png' })
})

test('what a camera wrote is left out, and the picture stands upright', async () => {
  const bytes = await aPicture(60, 40)
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'a secret' } })
    .jpeg()
    .toBuffer()
  expect(bytes.includes('a secret')).toBe(true)
  const { facts } = await preparePicture('a', bytes)
  const made = await sent(bytes)
  expect(made.includes('a secret')).toBe(false)
  expect(facts).toMatchObject({ width: 40, height: 60 })
  expect(await sharp(made).metadata()).not.toHaveProperty('exif')
})

test('a picture for the press becomes one for the screen', async () => {
  const cmyk = await aPicture(60, 40).toColourspace('cmyk').jpeg().toBuffer()
  expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
  expect((await sharp(await sent(cmyk)).metadata()).space).toBe('srgb')
})

test('of an animation the first picture goes, and that is said', async () => {
  const frames = Buffer.concat([Buffer.alloc(300, 10), Buffer.alloc(300, 200)])
  const gif = await sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } })
    .gif()
    .toBuffer()
  const { facts } = await preparePicture('a', gif)
  expect(facts).toMatchObject({
    mediaType: 'image/png',
    width: 10,
    height: 10,
    notes: ['Only the first picture of the animation'],
  })
})

test('a photograph without loss is written as one; with transparency it keeps that', async () => {
  const solid = await preparePicture('a', await aPicture(1500, 1000).png().toBuffer())
  expect(solid.facts.mediaType).toBe('image/jpeg')
  const clear = await preparePicture('b', await aPicture(1500, 1000, true).png().toBuffer())
  expect(clear.facts.mediaType).toBe('image/webp')
  expect(clear.facts.bytes).toBeLessThan(1_500_000)
})

test('what cannot be decoded is refused by name: cut off, damaged in its middle, a bomb, no picture', async () => {
  const jpeg = await aPicture(200, 200).jpeg().toBuffer()
  expect(await refusal(jpeg.subarray(0, -400))).toBe('shot begins like a JPEG file but is damaged or incomplete.')
  const png = await aPicture(200, 200).png().toBuffer()
  png.fill(0x55, 3000, 9000)
  expect(await refusal(png)).toBe('shot is a damaged PNG file: it cannot be decoded.')
  const bomb = await aPng()
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  expect(await refusal(bomb)).toContain('60000 × 60000 pixels; more than 120 million are not opened')
  expect(await refusal(Buffer.from('GIF89a'))).toContain('damaged or incomplete')
  expect(await refusal(Buffer.from('hello'))).toContain('is no picture a model takes')
})

test('where nothing can be reduced, what is within the limits goes as it came and the rest says so', async () => {
  const wide = await aPng(3000, 20)
  expect((await preparePicture('a', wide, null)).block.source.data).toBe(wide.toString('base64'))
  expect(await refusal(await aPng(8001, 1), null)).toContain('here it cannot be reduced')
  const heavy = Buffer.concat([await aPng(), Buffer.alloc(3_800_000)])
  expect(await refusal(heavy, null)).toContain('has 3.8 MB; at most 3.7 MB can be sent')
})
