// What images and documents come to in tokens: by pixels and pages, never by the length of their base64.
import { countTokens } from '../count-tokens'
import { isObject } from '../json'
import { imageSize, kindOfMedia } from '../media'

const pixelsPerToken = 750
const mostPerImage = 4784
const perPage = 2300

/** The tokens of a block as it stands in the prompt, without its cache marker. */
export function countBlock(block: unknown, bytes: string): number {
  if (!bytes.includes('"base64"') || !isObject(block)) return countTokens(bytes)
  const media = sourcesIn(block)
  const text = media.reduce((length, { data }) => length - data.length, bytes.length)
  return Math.ceil(text / 4) + media.reduce((sum, { data }) => sum + countSource(data), 0)
}

function sourcesIn(block: Record<string, unknown>): { data: string }[] {
  const { source, content } = block
  if (isObject(source) && source.type === 'base64' && typeof source.data === 'string') return [{ data: source.data }]
  return Array.isArray(content) ? content.flatMap((part) => (isObject(part) ? sourcesIn(part) : [])) : []
}

function countSource(data: string): number {
  const bytes = Buffer.from(data, 'base64')
  if (kindOfMedia(bytes) === 'application/pdf') return countPages(bytes) * perPage
  const size = imageSize(bytes)
  return size ? Math.min(mostPerImage, Math.ceil((size.width * size.height) / pixelsPerToken)) : mostPerImage
}

/** Pages of a plain PDF; of one whose objects are packed, one. */
export function countPages(bytes: Buffer): number {
  return Math.max(1, bytes.toString('latin1').match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0)
}
