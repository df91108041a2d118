// What the first and last bytes of a file say about an image. No library: type, size and completeness are all we need.

export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

export interface ImageFacts {
  mediaType: ImageType
  /** Null when the size is not where it should be. */
  width: number | null
  height: number | null
  /** Whether the file ends as its format says it must; a provider refuses one that does not. */
  complete: boolean
}

const PNG_MARK = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Reads the facts of an image of one of the four kinds a model takes; null for any other file. The beginning alone tells all but completeness. */
export function imageFacts(bytes: Uint8Array): ImageFacts | null {
  if (PNG_MARK.every((byte, n) => bytes[n] === byte)) return png(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return jpeg(bytes)
  const head = latin(bytes, 0, 12)
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return gif(bytes)
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return webp(bytes)
  return null
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The last place at which a sequence of bytes begins; -1 where there is none. */
function lastIndexOf(bytes: Uint8Array, wanted: readonly number[]): number {
  const [first = 0, ...others] = wanted
  for (let at = bytes.lastIndexOf(first); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(first, at - 1))
    if (others.every((byte, n) => bytes[at + 1 + n] === byte)) return at
  return -1
}

function png(bytes: Uint8Array): ImageFacts {
  const long = bytes.length >= 24
  const view = viewOf(bytes)
  return {
    mediaType: 'image/png',
    width: long ? view.getUint32(16) : null,
    height: long ? view.getUint32(20) : null,
    complete: lastIndexOf(bytes, [0x49, 0x45, 0x4e, 0x44]) > 0,
  }
}

function gif(bytes: Uint8Array): ImageFacts {
  const long = bytes.length >= 10
  const view = viewOf(bytes)
  return {
    mediaType: 'image/gif',
    width: long ? view.getUint16(6, true) : null,
    height: long ? view.getUint16(8, true) : null,
    complete: bytes.lastIndexOf(0x3b) > 10,
  }
}

function jpeg(bytes: Uint8Array): ImageFacts {
  const size = jpegSize(bytes)
  const complete = lastIndexOf(bytes, [0xff, 0xd9]) > 2
  return { mediaType: 'image/jpeg', width: size?.width ?? null, height: size?.height ?? null, complete }
}

/** Walks the segments to the frame header, which holds the size. */
function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // Fill bytes and markers without a body.
    if (marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else at += 2 + view.getUint16(at + 2)
  }
  return null
}

function webp(bytes: Uint8Array): ImageFacts {
  const complete = bytes.length >= 30 && bytes.length >= viewOf(bytes).getUint32(4, true) + 8
  const size = bytes.length >= 30 ? webpSize(bytes) : null
  return { mediaType: 'image/webp', width: size?.width ?? null, height: size?.height ?? null, complete }
}

function webpSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = viewOf(bytes)
  const threeBytes = (at: number) => view.getUint16(at, true) + ((bytes[at + 2] ?? 0) << 16)
  switch (latin(bytes, 12, 16)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: threeBytes(24) + 1, height: threeBytes(27) + 1 }
    default:
      return null
  }
}
