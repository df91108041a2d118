// Images and documents by their bytes, as a server looks at them.

export type MediaKind = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf'

/** What the first bytes say; null for anything else. */
export function kindOfMedia(bytes: Buffer): MediaKind | null {
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return head.startsWith('%PDF-') ? 'application/pdf' : null
}

export type Size = { width: number; height: number }

/** The size an image's header names; null where it names none. */
export function imageSize(bytes: Buffer): Size | null {
  switch (kindOfMedia(bytes)) {
    case 'image/png':
      return bytes.length < 24 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    case 'image/gif':
      return bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    case 'image/webp':
      return bytes.length < 30 ? null : webpSize(bytes)
    case 'image/jpeg':
      return jpegSize(bytes)
    default:
      return null
  }
}

function webpSize(bytes: Buffer): Size | null {
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (form === 'VP8 ') return { width: bytes.readUInt16LE(26) % 0x4000, height: bytes.readUInt16LE(28) % 0x4000 }
  if (form !== 'VP8L') return null
  const bits = bytes.readUInt32LE(21)
  return { width: (bits % 0x4000) + 1, height: (Math.floor(bits / 0x4000) % 0x4000) + 1 }
}

function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    const noFrame = marker === 0xc4 || marker === 0xc8 || marker === 0xcc
    if (marker >= 0xc0 && marker <= 0xcf && !noFrame) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}
