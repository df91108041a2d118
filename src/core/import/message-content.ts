// The content of foreign messages, made into blocks that every server takes: only fields that are known, nothing empty.
import { cutAt } from '../content/replacement'
import { wellFormed, wireJson } from '../wire/wire-snapshot'
import type { JsonObject } from './line-objects'
import { objectOf, textOf } from './transcript-entry'

/** A block as it will be sent, before it has a place. */
export interface ContentBlock {
  type: 'text' | 'image' | 'document'
  json: string
  /** What a person reads of it. */
  shown: string
}

export interface CallBlock {
  type: 'tool_use'
  id: string | null
  name: string
  input: JsonObject
}

export interface ThoughtBlock {
  type: 'thinking'
  text: string
  redacted: boolean
}

export interface ResultContent {
  content: string | JsonObject[]
  isError: boolean
  text: string
  images: number
}

/** Of a block nobody knows, this much is kept as text. */
const UNKNOWN_CHARS = 10_000
/** What servers take of one picture or document, in characters of base64. */
const IMAGE_CHARS = 5 * 1024 * 1024
const DOCUMENT_CHARS = 32 * 1024 * 1024
const IMAGE_TYPES: ReadonlySet<unknown> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A block of the user's side; null: it says nothing. What is not known becomes text. */
export function userBlock(block: JsonObject): ContentBlock | null {
  if (block.type === 'text') return textContent(textOf(block.text) ?? '')
  if (block.type === 'image') return imageContent(block)
  if (block.type === 'document') return documentContent(block)
  return textContent(asText(block))
}

/** A block of the model's side. */
export function modelBlock(block: JsonObject): ContentBlock | CallBlock | ThoughtBlock | null {
  switch (block.type) {
    case 'text':
      return textContent(textOf(block.text) ?? '')
    case 'thinking':
      return { type: 'thinking', text: wellFormed(textOf(block.thinking) ?? ''), redacted: false }
    case 'redacted_thinking':
      return { type: 'thinking', text: '', redacted: true }
    case 'tool_use':
      return callBlock(block)
    default:
      // Calls that a server ran itself hold what only that server can read.
      return textContent(asText(block))
  }
}

/** What a call gave back, as servers take it; never empty. */
export function resultContent(block: JsonObject): ResultContent {
  const isError = block.is_error === true
  const parts: unknown[] = Array.isArray(block.content) ? block.content : []
  if (typeof block.content === 'string') return textResult(wellFormed(block.content), isError)
  const blocks = parts.flatMap((part) => {
    const object = typeof part === 'string' ? { type: 'text', text: part } : objectOf(part)
    return object ? (userBlock(object) ?? []) : []
  })
  const images = blocks.filter(({ type }) => type === 'image').length
  const text = blocks.map(({ shown }) => shown).join('\n')
  // A result that is an error may hold text only.
  if (isError || blocks.every(({ type }) => type === 'text')) return textResult(text, isError)
  return { content: blocks.map(({ json }) => JSON.parse(json) as JsonObject), isError, text, images }
}

function textResult(text: string, isError: boolean): ResultContent {
  const content = text.trim() === '' ? '(no output)' : text
  return { content, isError, text: content, images: 0 }
}

/** A text; null where it is white space only, which servers refuse. */
export function textContent(text: string): ContentBlock | null {
  if (text.trim() === '') return null
  const shown = wellFormed(text)
  return { type: 'text', json: wireJson({ type: 'text', text: shown }), shown }
}

function callBlock(block: JsonObject): CallBlock {
  const given = objectOf(block.input)
  // What is nested too deeply to be written is nothing a server would take.
  const input = given && asJson(given) !== null ? given : {}
  const name = (textOf(block.name) ?? '').replaceAll(/[^\w-]/g, '_').slice(0, 128)
  return { type: 'tool_use', id: textOf(block.id), name: name || 'unknown', input }
}

function imageContent(block: JsonObject): ContentBlock | null {
  const source = objectOf(block.source)
  const { media_type, data } = source ?? {}
  const isKnown = source?.type === 'base64' && IMAGE_TYPES.has(media_type) && isBase64(data, IMAGE_CHARS)
  if (!isKnown) return textContent('[An image that could not be brought along.]')
  const json = wireJson({ type: 'image', source: { type: 'base64', media_type, data } })
  return { type: 'image', json, shown: '[image]' }
}

function documentContent(block: JsonObject): ContentBlock | null {
  const source = objectOf(block.source)
  const { media_type, data } = source ?? {}
  if (source?.type === 'text' && typeof data === 'string') return textContent(data)
  const isKnown = source?.type === 'base64' && media_type === 'application/pdf' && isBase64(data, DOCUMENT_CHARS)
  if (!isKnown) return textContent('[A document that could not be brought along.]')
  const title = textOf(block.title)
  const json = wireJson({
    type: 'document',
    source: { type: 'base64', media_type, data },
    ...(title === null ? {} : { title: title.slice(0, 500) }),
  })
  return { type: 'document', json, shown: title === null ? '[document]' : `[document: ${wellFormed(title)}]` }
}

function isBase64(data: unknown, most: number): boolean {
  return typeof data === 'string' && data.length <= most && data.length % 4 === 0 && BASE64.test(data)
}

/** What is left of a block that no message of ours can hold. */
function asText(block: JsonObject): string {
  const { type, ...fields } = block
  const json = asJson(fields) ?? 'nested too deeply'
  const cut = cutAt(json, UNKNOWN_CHARS)
  return `[${textOf(type) ?? 'unknown'}] ${cut}${cut.length < json.length ? '…' : ''}`
}

function asJson(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
