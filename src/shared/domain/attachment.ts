// An attachment: what a person gave with a message, as it was checked and reduced once, before it was first used.
import { z } from 'zod'
import { attachmentId } from './ids'

/** `text`: a file's content. `folder`: the names in it. */
const attachmentKind = z.enum(['image', 'document', 'text', 'folder'])

const pixels = z.number().int().positive()

/** What is known of it; its bytes are read with `attachment.read`. */
export const attachmentFacts = z.object({
  /** The file's name; of one named with `@`, its path as written. */
  name: z.string(),
  kind: attachmentKind,
  mediaType: z.string(),
  /** Of what is sent. */
  bytes: z.number().int().nonnegative(),
  /** Of an image. */
  width: pixels.nullable(),
  height: pixels.nullable(),
  /** Of a PDF; null where they cannot be counted, and for everything else. */
  pages: z.number().int().positive().nullable(),
  /** What an image was before it was reduced; null: it is sent as it came. */
  reducedFrom: z.object({ bytes: z.number().int(), width: pixels, height: pixels }).nullable(),
  /** What else was done to it or left out, one sentence each. */
  notes: z.array(z.string()),
})
export type AttachmentFacts = z.infer<typeof attachmentFacts>

export const attachmentSchema = attachmentFacts.extend({ id: attachmentId })
export type Attachment = z.infer<typeof attachmentSchema>
