import { fileText } from '../../../core/content/attachment-blocks'
import { cutAt } from '../../../core/content/replacement'
import { wellFormed } from '../../../core/wire/wire-snapshot'
import type { AttachmentFacts } from '../../../shared/domain/attachment'
import type { PreparedFile } from '../../services/ports/attaching'
import { prepareDocument } from '../pictures/prepare-document'
import { preparePicture } from '../pictures/prepare-picture'
import { refused } from '../pictures/refuse'
import { kindOfFile } from './file-kind'

/** As much of a text as the `read` tool gives of one. */
const TEXT_CHARS = 45_000

/** Makes of a file's bytes what is sent, by what they are. Throws the failure `attachment.refused`. */
export async function prepareFile(name: string, bytes: Uint8Array): Promise<PreparedFile> {
  const kind = kindOfFile(bytes)
  switch (kind) {
    case 'picture':
      return preparePicture(name, bytes)
    case 'document':
      return prepareDocument(name, bytes)
    case 'text':
      return prepareText(name, bytes)
    default:
      throw refused(name, kind.why)
  }
}

function prepareText(name: string, bytes: Uint8Array): PreparedFile {
  const whole = wellFormed(new TextDecoder().decode(bytes))
  if (whole.trim() === '') throw refused(name, 'holds nothing but white space.')
  const text = cutAt(whole, TEXT_CHARS)
  const cut = text.length < whole.length ? `[cut: the first ${text.length} of ${whole.length} characters]` : null
  const facts = textFacts(name, 'text', bytes.length, cut ? [sentence(cut)] : [])
  return { facts, block: { type: 'text', text: fileText(facts, cut ? `${text}\n${cut}` : text) } }
}

/** The facts of what is sent as text. */
export function textFacts(name: string, kind: 'text' | 'folder', bytes: number, notes: string[]): AttachmentFacts {
  return {
    name,
    kind,
    mediaType: 'text/plain',
    bytes,
    width: null,
    height: null,
    pages: null,
    reducedFrom: null,
    notes,
  }
}

/** A note as it stands in a text, as a person reads it beside the name. */
export function sentence(note: string): string {
  const bare = note.replace(/^\[|\]$/g, '')
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}
