// Pictures and documents for tests, made when they are asked for.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of soft noise: it cannot be packed to nothing, and looks the same every time. */
export function aPicture(width: number, height: number, alpha = false): ReturnType<typeof sharp> {
  const channels = alpha ? 4 : 3
  const pixels = Buffer.alloc(width * height * channels)
  for (let at = 0, value = 7; at < pixels.length; at++) {
    value = Math.imul(value, 1_103_515_245) + 12_345
    pixels[at] = (at & 127) + ((value >>> 16) & 63)
  }
  return sharp(pixels, { raw: { width, height, channels } })
}

/** A small picture of one colour, as PNG. */
export function aPng(width = 40, height = 30): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer()
}

/** A PDF of empty pages; `packed` puts its objects where they have to be unpacked to be counted. */
export function aPdf(pages: number, { packed = false, encrypted = false, tail = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, n) => `${n + 3} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'),
  ]
  const trailer = encrypted ? '<< /Root 1 0 R /Encrypt 9 0 R >>' : '<< /Root 1 0 R >>'
  const end = `trailer\n${trailer}\nstartxref\n9\n%%EOF\n${tail}`
  if (!packed) {
    const plain = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
    return Buffer.from(`%PDF-1.4\n${plain}${end}`, 'latin1')
  }
  const stream = deflateSync(Buffer.from(objects.join(' '), 'latin1'))
  const head = `%PDF-1.5\n1 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), stream, Buffer.from(`\nendstream\nendobj\n${end}`, 'latin1')])
}
