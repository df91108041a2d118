// What a file is by its bytes, as far as a person has to be told why it is not taken.
import { isUtf8 } from 'node:buffer'
import { imageFacts } from '../../../core/content/image-facts'
import { isPdf } from '../pictures/prepare-document'

/** What is said of a kind of file no model takes, and what helps. */
export interface Unfit {
  why: string
}

const PICTURES = 'a model takes PNG, JPEG, GIF and WebP'
const EXPORT = `Export it as PNG or JPEG: ${PICTURES}.`

/** Whether a model takes the bytes as a picture, as a document or as text; else why not. */
export function kindOfFile(bytes: Uint8Array): 'picture' | 'document' | 'text' | Unfit {
  if (bytes.length === 0) return { why: 'is empty: it has no byte.' }
  if (imageFacts(bytes)) return 'picture'
  if (isPdf(bytes)) return 'document'
  const known = unfitPicture(Buffer.from(bytes.subarray(0, 4096)))
  if (known) return known
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  if (mark === 'fffe' || mark === 'feff') return { why: 'is UTF-16 text. Save it as UTF-8.' }
  if (!bytes.includes(0) && isUtf8(bytes)) return 'text'
  return { why: 'is a binary file of a kind no model takes. Pictures, PDF and text are taken.' }
}

function unfitPicture(head: Buffer): Unfit | null {
  const text = head.toString('latin1')
  const brand = text.slice(4, 8) === 'ftyp' ? text.slice(8, 12) : ''
  if (/^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(brand)) return { why: `is a HEIC picture. ${EXPORT}` }
  if (/^avi[fs]$/.test(brand)) return { why: `is an AVIF picture. ${EXPORT}` }
  if (text.startsWith('BM')) return { why: `is a BMP picture. ${EXPORT}` }
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return { why: `is a TIFF picture. ${EXPORT}` }
  if (text.startsWith('\0\0\x01\0')) return { why: `is an icon. ${EXPORT}` }
  const bare = text
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replace(/^(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)+/i, '')
  if (/^<svg[\s/>]/i.test(bare))
    return {
      why: `is an SVG drawing, which is text that may run programs, and no picture. ${EXPORT} Named with @ it goes as text.`,
    }
  return null
}
