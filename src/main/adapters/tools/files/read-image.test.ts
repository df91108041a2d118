import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { imageFacts } from '../../../../core/content/image-facts'
import { aPdf, aPicture } from '../../../../testing/pictures'
import { type ToolBench, toolBench } from '../../../../testing/tool-bench'
import { contentHash } from './content-hash'

// A single pixel in each format, as common encoders write it.
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const WEBP = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'
const WEBP_LOSSLESS = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffc0000b0801e0028001011100', 'hex'),
  Buffer.from('ffda0008010100003f00d2cf20ffd9', 'hex'),
])

let bench: ToolBench
beforeEach(() => {
  bench = toolBench()
})
afterEach(() => bench.dispose())

const bytes = (base64: string) => Buffer.from(base64, 'base64')

describe('reading an image', () => {
  it('returns it as an image block, by its content and not by its name', async () => {
    bench.put('project/picture.txt', bytes(PNG))
    const { content } = await bench.box.run('read', { file_path: 'picture.txt' }, bench.context())
    expect(content).toEqual([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } }])
  })

  it('reduces a large one, says so, and remembers the file by what stands on the disk', async () => {
    const photo = await aPicture(2000, 1000).jpeg().toBuffer()
    const path = bench.put('project/photo.jpg', photo)
    const { content } = await bench.box.run('read', { file_path: 'photo.jpg' }, bench.context())
    expect(content).toMatchObject([
      { type: 'image', source: { media_type: 'image/jpeg' } },
      { type: 'text', text: '[reduced from 2000 × 1000 pixels]' },
    ])
    expect(bench.reads.get(path)).toBe(contentHash(photo))
  })

  it('returns a PDF as a document', async () => {
    bench.put('project/plan.pdf', aPdf(2))
    const { content } = await bench.box.run('read', { file_path: 'plan.pdf' }, bench.context())
    expect(content).toMatchObject([{ type: 'document', title: 'plan.pdf', context: 'PDF, 2 pages' }])
  })

  it('refuses what a provider would refuse: too many pixels to open, a damaged end', async () => {
    const wide = bytes(PNG)
    wide.writeUInt32BE(900_000, 16)
    wide.writeUInt32BE(900_000, 20)
    bench.put('project/wide.png', wide)
    expect(await bench.call('read', { file_path: 'wide.png' })).toEqual({
      text: 'wide.png has 900000 × 900000 pixels; more than 120 million are not opened.',
      isError: true,
    })
    bench.put('project/half.png', bytes(PNG).subarray(0, 40))
    expect((await bench.call('read', { file_path: 'half.png' })).text).toContain('is damaged or incomplete')
  })
})

describe('the facts of an image', () => {
  it('are read for the four formats', () => {
    const one = { width: 1, height: 1, complete: true }
    expect(imageFacts(bytes(PNG))).toEqual({ mediaType: 'image/png', ...one })
    expect(imageFacts(bytes(GIF))).toEqual({ mediaType: 'image/gif', ...one })
    expect(imageFacts(bytes(WEBP))).toEqual({ mediaType: 'image/webp', ...one })
    expect(imageFacts(bytes(WEBP_LOSSLESS))).toEqual({ mediaType: 'image/webp', ...one })
    expect(imageFacts(JPEG)).toEqual({ mediaType: 'image/jpeg', width: 640, height: 480, complete: true })
  })

  it('survive every cut of a file', () => {
    for (const whole of [bytes(PNG), bytes(GIF), bytes(WEBP), bytes(WEBP_LOSSLESS), JPEG]) {
      for (let length = 0; length < whole.length - 1; length++) {
        const facts = imageFacts(whole.subarray(0, length))
        if (facts !== null && facts.mediaType !== 'image/png') expect(facts.complete).toBe(false)
      }
    }
  })

  it('are none for other files', () => {
    expect(imageFacts(Buffer.from('RIFF....WAVE'))).toBeNull()
    expect(imageFacts(Buffer.alloc(0))).toBeNull()
  })
})
