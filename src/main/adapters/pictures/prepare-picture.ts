// A picture on its way to a model: decoded once as a check, turned upright, without what a camera wrote into it, and reduced.
import type { Metadata } from 'sharp'
import { type ImageBlock, imageBlock } from '../../../core/content/attachment-blocks'
import { type ImageFacts, type ImageType, imageFacts } from '../../../core/content/image-facts'
import { IMAGE_BYTES, LOSSLESS_BYTES, MOST_PIXELS, MOST_SIDE, SENT_SIDE } from '../../../core/content/media-limits'
import type { AttachmentFacts } from '../../../shared/domain/attachment'
import { isAnimatedPng } from './animated-png'
import { loadSharp, type Sharp } from './load-sharp'
import { refused } from './refuse'

export interface PreparedPicture {
  facts: AttachmentFacts
  block: ImageBlock
}

/** A decoded size is checked by its header before a single pixel is decoded. */
interface Sized extends ImageFacts {
  width: number
  height: number
}

/**
 * Makes of a picture's bytes the block that is sent, the same for the same bytes. One that is within the limits and holds nothing
 * but its picture goes as it came.
 *
 * @param library null: nothing can be reduced; what is within the provider's own limits goes as it came, the rest is refused
 * @throws FailureError `attachment.refused`
 */
export async function preparePicture(
  name: string,
  bytes: Uint8Array,
  library: Sharp | null | Promise<Sharp | null> = loadSharp(),
): Promise<PreparedPicture> {
  const sized = requireWhole(name, imageFacts(bytes))
  const sharp = await library
  if (!sharp) return untouched(name, bytes, requireWithinLimits(name, sized, bytes.length))
  return inTurn(() => decode(sharp, name, bytes, sized))
}

let lastDecoded: Promise<unknown> = Promise.resolve()

/** One is decoded at a time: each may need the memory of all its pixels. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastDecoded.then(work)
  lastDecoded = Promise.allSettled([turn])
  return turn
}

async function decode(sharp: Sharp, name: string, bytes: Uint8Array, sized: Sized): Promise<PreparedPicture> {
  const { metadata, readable } = await inspect(sharp, bytes)
  if (!metadata || !readable) throw refused(name, `is a damaged ${kindOf(sized.mediaType)} file: it cannot be decoded.`)
  const frames = isAnimatedPng(bytes) ? 2 : (metadata.pages ?? 1)
  const small = Math.max(sized.width, sized.height) <= SENT_SIDE && bytes.length <= LOSSLESS_BYTES
  if (small && frames === 1 && !holdsMore(metadata)) return untouched(name, bytes, sized)
  const made = await reduce(sharp, bytes, metadata)
  const { width, height } = metadata.autoOrient
  const smaller = made.width !== width || made.height !== height || made.data.length < bytes.length
  return {
    block: imageBlock(made.mediaType, made.data.toString('base64')),
    facts: {
      ...factsOf(name, made.mediaType, made.data.length, made),
      reducedFrom: smaller ? { bytes: bytes.length, width, height } : null,
      notes: frames > 1 ? ['Only the first picture of the animation'] : [],
    },
  }
}

function requireWhole(name: string, facts: ImageFacts | null): Sized {
  if (!facts) throw refused(name, 'is no picture a model takes: PNG, JPEG, GIF and WebP are.')
  const { width, height, complete } = facts
  if (!complete || !width || !height)
    throw refused(name, `begins like a ${kindOf(facts.mediaType)} file but is damaged or incomplete.`)
  if (width * height > MOST_PIXELS)
    throw refused(name, `has ${width} × ${height} pixels; more than ${MOST_PIXELS / 1e6} million are not opened.`)
  return { ...facts, width, height }
}

function requireWithinLimits(name: string, sized: Sized, bytes: number): Sized {
  const { width, height } = sized
  const problem =
    Math.max(width, height) > MOST_SIDE
      ? `has ${width} × ${height} pixels; at most ${MOST_SIDE} × ${MOST_SIDE} can be sent`
      : bytes > IMAGE_BYTES
        ? `has ${(bytes / 1e6).toFixed(1)} MB; at most ${IMAGE_BYTES / 1e6} MB can be sent`
        : null
  if (problem) throw refused(name, `${problem}, and here it cannot be reduced. Make a smaller copy of it.`)
  return sized
}

/** A library's words about a damaged file are for its authors; that it is damaged is all a person needs. */
async function inspect(sharp: Sharp, bytes: Uint8Array): Promise<{ metadata: Metadata | null; readable: boolean }> {
  const options = { failOn: 'error', limitInputPixels: MOST_PIXELS } as const
  const [metadata, decoded] = await Promise.allSettled([
    sharp(bytes, options).metadata(),
    sharp(bytes, options).resize(8, 8, { fit: 'fill' }).raw().toBuffer(),
  ])
  return {
    metadata: metadata.status === 'fulfilled' ? metadata.value : null,
    readable: decoded.status === 'fulfilled',
  }
}

/** Whether it holds what is not to be sent (where and with what it was taken), or colours and a turn that have to be applied. */
function holdsMore({ exif, xmp, iptc, space, orientation, format, comments }: Metadata): boolean {
  const said = exif ?? xmp ?? iptc
  return (
    said !== undefined || (comments?.length ?? 0) > 0 || space === 'cmyk' || (orientation ?? 1) > 1 || format === 'gif'
  )
}

interface Made {
  data: Buffer
  mediaType: ImageType
  width: number
  height: number
}

async function reduce(sharp: Sharp, bytes: Uint8Array, { format, hasAlpha }: Metadata): Promise<Made> {
  const upright = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, autoOrient: true })
    .resize({ width: SENT_SIDE, height: SENT_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  if (format !== 'jpeg') {
    const { data, info } = await upright.clone().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
    if (data.length <= LOSSLESS_BYTES) return { data, mediaType: 'image/png', width: info.width, height: info.height }
  }
  const lossy = hasAlpha ? upright.webp({ quality: 85 }) : upright.jpeg({ quality: 85 })
  const { data, info } = await lossy.toBuffer({ resolveWithObject: true })
  const mediaType = hasAlpha ? 'image/webp' : 'image/jpeg'
  return { data, mediaType, width: info.width, height: info.height }
}

function untouched(name: string, bytes: Uint8Array, sized: Sized): PreparedPicture {
  return {
    block: imageBlock(
      sized.mediaType,
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
    ),
    facts: factsOf(name, sized.mediaType, bytes.length, sized),
  }
}

function factsOf(
  name: string,
  mediaType: ImageType,
  bytes: number,
  { width, height }: { width: number; height: number },
): AttachmentFacts {
  return { name, kind: 'image', mediaType, bytes, width, height, pages: null, reducedFrom: null, notes: [] }
}

function kindOf(mediaType: ImageType): string {
  return mediaType === 'image/webp' ? 'WebP' : mediaType.slice('image/'.length).toUpperCase()
}
