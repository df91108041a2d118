// Attachments as content blocks of the wire, and what is said about them.
import type { AttachmentFacts } from '../../shared/domain/attachment'
import { documentContext } from './media-in-block'

/** An image as it is sent; its bytes in base64. */
export interface ImageBlock {
  type: 'image'
  source: { type: 'base64'; media_type: string; data: string }
}

/** A PDF as it is sent. What is said of it stands before its bytes, where it is found without reading them. */
export interface DocumentBlock {
  type: 'document'
  title: string
  context: string
  source: { type: 'base64'; media_type: 'application/pdf'; data: string }
}

export function imageBlock(mediaType: string, data: string): ImageBlock {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

const TITLE_CHARS = 200

export function documentBlock(name: string, pages: number | null, data: string): DocumentBlock {
  return {
    type: 'document',
    title: name.slice(0, TITLE_CHARS),
    context: documentContext(pages),
    source: { type: 'base64', media_type: 'application/pdf', data },
  }
}

/** The content of a file or the names in a folder, as text. */
export function fileText(facts: Pick<AttachmentFacts, 'kind' | 'name'>, content: string): string {
  const tag = facts.kind === 'folder' ? 'folder' : 'file'
  return `<${tag} path="${attribute(facts.name)}">\n${content}\n</${tag}>`
}

/**
 * Names the images and documents of a message, in their order: nothing else tells the model what a picture is called.
 *
 * @returns null where there are none
 */
export function attachedText(all: readonly AttachmentFacts[]): string | null {
  const media = all.filter(({ kind }) => kind === 'image' || kind === 'document')
  if (media.length === 0) return null
  const lines = media.map((facts, n) => `${n + 1}. ${oneLine(facts)}`)
  return `<attached>\n${lines.join('\n')}\n</attached>`
}

function oneLine({ name, kind, width, height, pages, reducedFrom, notes }: AttachmentFacts): string {
  const size = width === null || height === null ? '' : `, ${width} × ${height} pixels`
  const from = reducedFrom ? `, reduced from ${reducedFrom.width} × ${reducedFrom.height}` : ''
  const what = kind === 'image' ? `image${size}${from}` : documentContext(pages)
  return [`${attribute(name)} (${what})`, ...notes].join('. ')
}

/** No name can end the element it stands in, or begin a line. */
function attribute(name: string): string {
  return name
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
