import type { FileHandle } from 'node:fs/promises'
import type { ToolContent, ToolContext } from '../../../services/ports/tools'
import type { ReadInput } from '../definitions/read'
import { IMAGE_BYTES, IMAGE_SIDE, REMEMBERED_BYTES } from '../limits'
import { grouped } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { contentHash, hashFile } from './content-hash'
import { type ImageFacts, imageFacts } from './image-facts'
import { withRegularFile } from './open-regular'
import { readLines, readRaw } from './read-text'
import { requireAccess, resolveTarget, type Target } from './resolve-target'

const SNIFFED_BYTES = 8192

/** Reads a text file by lines or bytes, or an image; remembers what the thread has read. */
export async function readFile(input: ReadInput, context: ToolContext): Promise<ToolContent> {
  const target = await resolveTarget(context, input.file_path)
  requireAccess(target, context, 'read')
  return await withRegularFile(target, async (handle) => {
    const { size } = await handle.stat()
    const head = await readHead(handle)
    const image = imageFacts(head)
    if (image !== null) return await readImage(handle, size, target, context)
    requireText(head, target, size)
    const text = await readText(handle, { input, context, target, size })
    return target.mapped === null ? text : `${text}\n${target.mapped}`
  })
}

interface TextRead {
  input: ReadInput
  context: ToolContext
  target: Target
  size: number
}

async function readText(handle: FileHandle, { input, context, target, size }: TextRead): Promise<string> {
  if (input.from_byte !== undefined) {
    const text = await readRaw(handle, input.from_byte, size, target.shown)
    if (size <= REMEMBERED_BYTES) context.reads.set(target.real, await hashFile(handle, context.signal))
    return text
  }
  const { text, hash } = await readLines(handle, { ...input, size, shown: target.shown, signal: context.signal })
  if (hash !== null) context.reads.set(target.real, hash)
  return text
}

async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

function requireText(head: Buffer, { shown }: Target, size: number): void {
  const mark = head.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') {
    throw new ToolRefusal(
      `${shown} is UTF-16 text (${grouped(size)} bytes), which is not shown. Convert it first, for example with iconv -f UTF-16 -t UTF-8.`,
    )
  }
  if (head.includes(0)) throw new ToolRefusal(`${shown} is a binary file (${grouped(size)} bytes), which is not shown.`)
}

async function readImage(handle: FileHandle, size: number, target: Target, context: ToolContext): Promise<ToolContent> {
  if (size > IMAGE_BYTES) {
    throw new ToolRefusal(
      `${target.shown} is an image of ${grouped(size)} bytes; at most ${grouped(IMAGE_BYTES)} can be shown. Make a smaller copy of it.`,
    )
  }
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await handle.read(bytes, 0, size, 0)
  const facts = imageFacts(bytes.subarray(0, bytesRead))
  if (facts === null) throw new ToolRefusal(`${target.shown} changed while it was read.`)
  requireUsableImage(facts, target)
  context.reads.set(target.real, contentHash(bytes))
  const block = {
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: facts.mediaType, data: bytes.toString('base64') },
  }
  return target.mapped === null ? [block] : [block, { type: 'text', text: target.mapped }]
}

function requireUsableImage({ complete, width, height, mediaType }: ImageFacts, { shown }: Target): void {
  if (!complete || width === null || height === null || width === 0 || height === 0) {
    throw new ToolRefusal(`${shown} begins like ${mediaType} but is damaged or incomplete, so it cannot be shown.`)
  }
  if (width > IMAGE_SIDE || height > IMAGE_SIDE) {
    throw new ToolRefusal(
      `${shown} is an image of ${width} × ${height} pixels; at most ${IMAGE_SIDE} × ${IMAGE_SIDE} can be shown. Make a smaller copy of it.`,
    )
  }
}
