// Files that go with a message: put by before it is sent, read back, taken away.
import { z } from 'zod'
import { attachmentSchema } from '../domain/attachment'
import { attachmentId, threadId } from '../domain/ids'
import { MAX_ATTACHMENTS, MAX_CHUNK_CHARS, MAX_FILE_BYTES, MAX_INLINE_CHARS, MAX_NAME_CHARS } from './attachment-limits'

const fileName = z.string().min(1).max(MAX_NAME_CHARS, `at most ${MAX_NAME_CHARS} characters`)

/** Judged by its alphabet alone here; what it holds is judged by content. */
function base64(maxChars: number) {
  return z
    .string()
    .max(maxChars, `at most ${maxChars} characters of base64`)
    .refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), 'expected base64')
}

/** One attachment of a message: put by before with `attachment.add`, or a small file in the message itself. */
const messageAttachment = z.union([
  z.strictObject({ attachmentId }),
  z.strictObject({ name: fileName, data: base64(MAX_INLINE_CHARS) }),
])
export const messageAttachments = z
  .array(messageAttachment)
  .max(MAX_ATTACHMENTS, `at most ${MAX_ATTACHMENTS} attachments`)
  .refine(
    (all) => all.reduce((sum, each) => sum + ('data' in each ? each.data.length : 0), 0) <= MAX_INLINE_CHARS,
    `at most ${MAX_INLINE_CHARS} characters of base64 in a message itself; put larger files by with attachment.add`,
  )

export const attachmentCommands = {
  'attachment.add': {
    /** Puts a file by for the thread's next message, in as many pieces as it takes; with the last one it is checked and reduced. */
    input: z.strictObject({
      threadId,
      /** Minted by the client: a piece that is sent again is harmless. */
      attachmentId,
      name: fileName,
      /** Of the whole file. */
      bytes: z.number().int().nonnegative().max(MAX_FILE_BYTES, `at most ${MAX_FILE_BYTES} bytes`),
      /** Where the piece begins, in bytes. */
      offset: z.number().int().nonnegative().default(0),
      data: base64(MAX_CHUNK_CHARS),
    }),
    result: z.object({
      /** How many bytes are there: the next piece begins here. After a restart this may be 0 again. */
      received: z.number().int().nonnegative(),
      /** Null until the file is whole. */
      attachment: attachmentSchema.nullable(),
    }),
  },
  'attachment.read': {
    input: z.strictObject({ attachmentId }),
    result: z.object({
      attachment: attachmentSchema,
      /** A `data:` address of an image; null for everything else. */
      image: z.string().nullable(),
      /** What is sent of a text or a folder; null for everything else. */
      text: z.string().nullable(),
    }),
  },
  'attachment.remove': {
    /** Takes one away that was not sent; one that is gone already is taken away. */
    input: z.strictObject({ attachmentId }),
    result: z.object({ done: z.literal(true) }),
  },
}
