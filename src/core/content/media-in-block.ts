// Images and documents in a block of the wire: found without parsing its JSON, which may be megabytes.
import type { AttachmentFacts } from '../../shared/domain/attachment'
import { imageFacts } from './image-facts'

export interface MediaInBlock {
  images: number
  pages: number
  /** What they are reckoned to come to in tokens. */
  tokens: number
  /** Characters of their base64. */
  chars: number
}

const NOTHING: MediaInBlock = { images: 0, pages: 0, tokens: 0, chars: 0 }

const PIXELS_PER_TOKEN = 750
/** Of one whose size cannot be read, and the most one comes to: larger ones are reduced on the other side. */
const MOST_IMAGE_TOKENS = 4_784
/** Text and picture of a page; from 1,500 to 3,000 and more. */
const PAGE_TOKENS = 2_300
/** Enough to find the size in, whatever a camera wrote before it. */
const HEADER_CHARS = 96_000
const FEW_CHARS = 400

/** In a string of the JSON its quotes would be escaped, so it stands nowhere but in a source. */
const SOURCE = /"type":"base64","media_type":"([a-z]+\/[a-z0-9.+-]+)","data":"/g

/** What a block, as it is sent, holds of images and documents; also within a tool's result. */
export function mediaIn(json: string): MediaInBlock {
  if (json.length < 60 || !json.includes('"type":"base64"')) return NOTHING
  const found = { ...NOTHING }
  let before = 0
  for (const { index, 0: start, 1: type } of json.matchAll(SOURCE)) {
    const from = index + start.length
    const end = json.indexOf('"', from)
    if (end < 0) break
    found.chars += end - from
    if (type === 'application/pdf') {
      const pages = pagesSaid(json.slice(Math.max(before, index - FEW_CHARS), index))
      found.pages += pages
      found.tokens += pages * PAGE_TOKENS
    } else {
      found.images += 1
      found.tokens += imageTokens(json.slice(from, Math.min(end, from + HEADER_CHARS)))
    }
    before = end
  }
  return found
}

/**
 * The length of a block for what is reckoned by length: its characters, but of images and documents as many as text of so many
 * tokens would have.
 *
 * @param charsPerToken of text
 */
export function weightOf(json: string, charsPerToken = 4): number {
  const { chars, tokens } = mediaIn(json)
  return json.length - chars + tokens * charsPerToken
}

/** The same for one that is known by its facts alone. */
export function weightOfFacts({ width, height, pages, kind, bytes }: AttachmentFacts, charsPerToken = 4): number {
  if (kind === 'document') return (pages ?? 1) * PAGE_TOKENS * charsPerToken
  return width && height ? tokensOfImage(width, height) * charsPerToken : bytes
}

/** What an image of this size is billed, about. */
export function tokensOfImage(width: number, height: number): number {
  return Math.min(MOST_IMAGE_TOKENS, Math.ceil((width * height) / PIXELS_PER_TOKEN))
}

function imageTokens(base64: string): number {
  const facts = imageFacts(bytesOf(base64))
  return facts?.width && facts.height ? tokensOfImage(facts.width, facts.height) : MOST_IMAGE_TOKENS
}

/** As `documentContext` writes it before the source. */
function pagesSaid(json: string): number {
  const pages = /"context":"PDF, (\d+) pages?"/.exec(json)?.[1]
  return pages ? Number(pages) : 1
}

/** What stands in a document block beside its bytes, for the model and for `mediaIn`. */
export function documentContext(pages: number | null): string {
  return pages === null ? 'PDF' : `PDF, ${pages} ${pages === 1 ? 'page' : 'pages'}`
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]))

/** The bytes of the whole groups of four; what is left over at the end is dropped. */
function bytesOf(base64: string): Uint8Array {
  const groups = Math.floor(base64.length / 4)
  const bytes = new Uint8Array(groups * 3)
  const value = (at: number) => VALUES.get(base64.charAt(at)) ?? 0
  for (let group = 0; group < groups; group++) {
    const at = group * 4
    const bits = (value(at) << 18) | (value(at + 1) << 12) | (value(at + 2) << 6) | value(at + 3)
    bytes[group * 3] = bits >> 16
    bytes[group * 3 + 1] = (bits >> 8) & 0xff
    bytes[group * 3 + 2] = bits & 0xff
  }
  return bytes
}
