// What a server answers to a call, as a result the model gets: text, images that were looked at, and words for the rest.
import { Buffer } from 'node:buffer'
import { FailureError } from '../../../shared/contract/failure'
import type { ToolContentBlock, ToolOutcome } from '../../services/ports/tools'
import { preparePicture } from '../pictures/prepare-picture'
import { RESULT_CHARS } from '../tools/limits'

/** Of one result. */
const MOST_IMAGES = 20
const MOST_BLOCKS = 1_000
const MOST_FIELD_CHARS = 2_000

export interface CallAnswer {
  content?: unknown
  structuredContent?: unknown
  isError?: unknown
}

/** Makes an outcome of an answer, whatever it holds. Images are checked and reduced once, as those that a person attaches. */
export async function callOutcome({ content, structuredContent, isError }: CallAnswer): Promise<ToolOutcome> {
  const given = Array.isArray(content) ? content : []
  const images = { left: MOST_IMAGES }
  const blocks: ToolContentBlock[] = []
  for (const block of given.slice(0, MOST_BLOCKS)) blocks.push(...(await blockOf(block, images)))
  if (given.length > MOST_BLOCKS)
    blocks.push(note(`${given.length - MOST_BLOCKS} further parts of the result were left out`))
  const structured = structuredText(structuredContent, blocks)
  if (structured !== null) blocks.push({ type: 'text', text: structured })
  const failed = isError === true
  if (blocks.every((block) => block.type === 'text'))
    return { content: blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n'), isError: failed }
  return { content: besideImages(blocks), isError: failed }
}

async function blockOf(block: unknown, images: { left: number }): Promise<ToolContentBlock[]> {
  if (!isRecord(block)) return [note('a part of the result that is not readable was left out')]
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' ? [{ type: 'text', text: block.text }] : [note('a text without words')]
    case 'image':
      return [await imageBlock(block.data, images)]
    case 'audio':
      return [note(`audio (${field(block.mimeType) || 'of an unknown kind'}) was left out; it cannot be heard here`)]
    case 'resource_link':
      return [note(linkWords(block))]
    case 'resource':
      return resourceBlocks(block.resource, images)
    default:
      return [note(`a part of the kind ${JSON.stringify(field(block.type))} was left out`)]
  }
}

/** The kind of an image is read from its bytes: what the server says of it may be wrong, and a wrong one is refused for ever. */
async function imageBlock(data: unknown, images: { left: number }): Promise<ToolContentBlock> {
  if (typeof data !== 'string') return note('an image without data was left out')
  if (images.left-- <= 0) return note(`an image was left out: at most ${MOST_IMAGES} of one result are shown`)
  try {
    const { block } = await preparePicture('it', Buffer.from(data, 'base64'))
    return block
  } catch (error) {
    if (error instanceof FailureError) return note(`an image was left out: ${error.message}`)
    throw error
  }
}

async function resourceBlocks(resource: unknown, images: { left: number }): Promise<ToolContentBlock[]> {
  if (!isRecord(resource)) return [note('a resource that is not readable was left out')]
  const where = field(resource.uri)
  if (typeof resource.text === 'string') return [{ type: 'text', text: `[resource ${where}]\n${resource.text}` }]
  if (field(resource.mimeType).startsWith('image/'))
    return [note(`resource ${where}`), await imageBlock(resource.blob, images)]
  return [note(`the resource ${where} (${field(resource.mimeType) || 'binary'}) was left out; it is not text`)]
}

function linkWords(link: Record<string, unknown>): string {
  const facts = [field(link.mimeType), field(link.description)].filter((text) => text !== '').join('; ')
  return `link to a resource: ${field(link.name)} ${field(link.uri)}${facts && ` (${facts})`}`
}

/** Structured content says what a text of the result says already, by custom; where none does, it is told as well. */
function structuredText(structured: unknown, blocks: readonly ToolContentBlock[]): string | null {
  if (!isRecord(structured)) return null
  const same = JSON.stringify(structured)
  return blocks.some((block) => block.type === 'text' && compactJson(block.text) === same) ? null : same
}

function compactJson(text: string): string | null {
  if (!/^\s*\{/.test(text)) return null
  try {
    return JSON.stringify(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A result with images is never replaced by a preview, so its words are cut here. */
function besideImages(blocks: readonly ToolContentBlock[]): ToolContentBlock[] {
  let left = RESULT_CHARS
  return blocks.flatMap((block) => {
    if (block.type !== 'text') return [block]
    const text = block.text.slice(0, left)
    left -= text.length
    if (text.length === block.text.length) return [block]
    return [
      { type: 'text' as const, text },
      note(`${block.text.length - text.length} further characters were left out`),
    ]
  })
}

function note(text: string): ToolContentBlock {
  return { type: 'text', text: `[${text}]` }
}

function field(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MOST_FIELD_CHARS) : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
