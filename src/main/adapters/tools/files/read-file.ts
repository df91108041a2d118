import type { FileHandle } from 'node:fs/promises'
import type { DocumentBlock, ImageBlock } from '../../../../core/content/attachment-blocks'
import { imageFacts } from '../../../../core/content/image-facts'
import { FailureError } from '../../../../shared/contract/failure'
import type { AttachmentFacts } from '../../../../shared/domain/attachment'
import type { ToolContent, ToolContext } from '../../../services/ports/tools'
import { isPdf, prepareDocument } from '../../pictures/prepare-document'
import { preparePicture } from '../../pictures/prepare-picture'
import type { ReadInput } from '../definitions/read'
import { IMAGE_FILE_BYTES, REMEMBERED_BYTES } from '../limits'
import { grouped } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { contentHash, hashFile } from './content-hash'
import { withRegularFile } from './open-regular'
import { readLines, readRaw } from './read-text'
import { requireAccess, resolveTarget, type Target } from './resolve-target'

const SNIFFED_BYTES = 8192

/** Reads a text file by lines or bytes, an image or a PDF; remembers what the thread has read. */
export async function readFile(input: ReadInput, context: ToolContext): Promise<ToolContent> {
  const target = await resolveTarget(context, input.file_path)
  requireAccess(target, context, 'read')
  return await withRegularFile(target, async (handle) => {
    const { size } = await handle.stat()
    const head = await readHead(handle)
    if (imageFacts(head) !== null || isPdf(head)) return await readMedia(handle, size, target, context)
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

/** An image or a PDF, as it will be sent ever after; it is remembered as read by what stands on the disk. */
async function readMedia(handle: FileHandle, size: number, target: Target, context: ToolContext): Promise<ToolContent> {
  if (size > IMAGE_FILE_BYTES) {
    throw new ToolRefusal(
      `${target.shown} has ${grouped(size)} bytes; at most ${grouped(IMAGE_FILE_BYTES)} are read of an image or a PDF. Make a smaller copy of it.`,
    )
  }
  const whole = Buffer.alloc(size)
  const { bytesRead } = await handle.read(whole, 0, size, 0)
  const bytes = whole.subarray(0, bytesRead)
  const { block, facts } = await asRefusal<{ block: ImageBlock | DocumentBlock; facts: AttachmentFacts }>(() =>
    isPdf(bytes) ? prepareDocument(target.shown, bytes) : preparePicture(target.shown, bytes),
  )
  context.reads.set(target.real, contentHash(bytes))
  const { reducedFrom, notes } = facts
  const smaller = reducedFrom !== null && (reducedFrom.width !== facts.width || reducedFrom.height !== facts.height)
  const said = [
    ...(smaller ? [`[reduced from ${reducedFrom.width} × ${reducedFrom.height} pixels]`] : []),
    ...notes.map((note) => `[${note.charAt(0).toLowerCase()}${note.slice(1)}]`),
    ...(target.mapped === null ? [] : [target.mapped]),
  ]
  return said.length === 0 ? [block] : [block, { type: 'text', text: said.join('\n') }]
}

/** What a person is told of a file they attach, the model is told of one it reads. */
async function asRefusal<T>(prepare: () => Promise<T>): Promise<T> {
  try {
    return await prepare()
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'attachment.refused')
      throw new ToolRefusal(error.message)
    throw error
  }
}
