// Rules for images and documents, each and all of them together.
import { imageSize, kindOfMedia } from '../media'
import type { ModelFacts } from '../models'
import { countPages } from '../prompt/count-media'
import { blocksOf, type MessagesBody } from './body-schema'
import type { Problem } from './problem'

const mostBase64 = 5 * 1024 * 1024
const mostSide = 8000
/** A request with more images than `few` takes smaller ones only. */
const few = 20
const sideOfMany = 2000
const mostImages = 100
const mostPages = 600

type Source = { type: string; media_type?: unknown; data?: unknown }
type Media = { path: string; type: 'image' | 'document'; source: Source }

/** Refuses what cannot be decoded, is no image of its kind, is too large, or is too much together. */
export function checkMedia(body: MessagesBody): Problem | null {
  const all = mediaOf(body).filter(({ source }) => source.type === 'base64')
  const images = all.filter(({ type }) => type === 'image')
  if (images.length > mostImages) {
    return { path: 'messages', message: `too many images: ${images.length} > ${mostImages}` }
  }
  const side = images.length > few ? sideOfMany : mostSide
  let pages = 0
  for (const { path, type, source } of all) {
    const at = `${path}.${type}.source.base64`
    const data = typeof source.data === 'string' ? source.data : ''
    const bytes = Buffer.from(data, 'base64')
    if (type === 'document') pages += source.media_type === 'application/pdf' ? countPages(bytes) : 0
    const problem = type === 'image' ? checkImage(at, source, data, bytes, side) : checkDocument(at, source, bytes)
    if (problem !== null) return problem
  }
  if (pages <= mostPages) return null
  return { path: 'messages', message: `A maximum of ${mostPages} PDF pages may be provided.` }
}

/** Refuses images and documents for a model that reads only text. */
export function checkMediaTaken(body: MessagesBody, { media }: ModelFacts): Problem | null {
  const first = media ? undefined : mediaOf(body)[0]
  return first ? { path: first.path, message: `This model does not support ${first.type} input.` } : null
}

function checkImage(at: string, source: Source, data: string, bytes: Buffer, side: number): Problem | null {
  if (data.length > mostBase64) {
    return { path: at, message: `image exceeds 5 MB maximum: ${data.length} bytes > ${mostBase64} bytes` }
  }
  const kind = kindOfMedia(bytes)
  const size = imageSize(bytes)
  if (kind === null || size === null || size.width === 0 || size.height === 0) {
    return { path: `${at}.data`, message: 'Could not process image' }
  }
  if (kind !== source.media_type) {
    return {
      path: `${at}.media_type`,
      message: `The image was specified using the ${String(source.media_type)} media type, but it appears to be a ${kind} image`,
    }
  }
  if (Math.max(size.width, size.height) <= side) return null
  const many = side === sideOfMany ? 'for many-image requests' : ''
  return {
    path: `${at}.data`,
    message: `At least one of the image dimensions exceed max allowed size ${many}: ${side} pixels`,
  }
}

function checkDocument(at: string, source: Source, bytes: Buffer): Problem | null {
  if (source.media_type !== 'application/pdf' || kindOfMedia(bytes) === 'application/pdf') return null
  return { path: `${at}.data`, message: 'The PDF specified was not valid.' }
}

/** Every image and document of a body, also within the results of tools. */
function mediaOf(body: MessagesBody): Media[] {
  const found: Media[] = []
  const add = (block: { type: string; source?: unknown; content?: unknown }, path: string) => {
    if (block.type === 'image' || block.type === 'document') {
      found.push({ path, type: block.type, source: block.source as Source })
    }
    if (block.type !== 'tool_result' || !Array.isArray(block.content)) return
    for (const [index, part] of block.content.entries()) add(part, `${path}.content.${index}`)
  }
  for (const [index, message] of body.messages.entries()) {
    for (const [inner, block] of blocksOf(message).entries()) add(block, `messages.${index}.content.${inner}`)
  }
  return found
}
