// What the first and last bytes of a file say about an image. No library: type, size and completeness are all we need.

export interface ImageFacts {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  /** Null when the size is not where it should be. */
  width: number | null
  height: number | null
  /** Whether the file ends as its format says it must; a provider refuses one that does not. */
  complete: boolean
}

/** Reads the facts of an image of one of the four kinds a model takes; null for any other file. */
export function imageFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return png(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg(bytes)
  const head = bytes.toString('latin1', 0, 12)
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return gif(bytes)
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return webp(bytes)
  return null
}

function png(bytes: Buffer): ImageFacts {
  const long = bytes.length >= 24
  return {
    mediaType: 'image/png',
    width: long ? bytes.readUInt32BE(16) : null,
    height: long ? bytes.readUInt32BE(20) : null,
    complete: bytes.lastIndexOf('IEND', undefined, 'latin1') > 0,
  }
}

function gif(bytes: Buffer): ImageFacts {
  const long = bytes.length >= 10
  return {
    mediaType: 'image/gif',
    width: long ? bytes.readUInt16LE(6) : null,
    height: long ? bytes.readUInt16LE(8) : null,
    complete: bytes.lastIndexOf(0x3b) > 10,
  }
}

function jpeg(bytes: Buffer): ImageFacts {
  const size = jpegSize(bytes)
  const complete = bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 2
  return { mediaType: 'image/jpeg', width: size?.width ?? null, height: size?.height ?? null, complete }
}

/** Walks the segments to the frame header, which holds the size. */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // Fill bytes and markers without a body.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function webp(bytes: Buffer): ImageFacts {
  const complete = bytes.length >= 30 && bytes.length >= bytes.readUInt32LE(4) + 8
  const size = bytes.length >= 30 ? webpSize(bytes) : null
  return { mediaType: 'image/webp', width: size?.width ?? null, height: size?.height ?? null, complete }
}

function webpSize(bytes: Buffer): { width: number; height: number } | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
