// A PDF on its way to a model: whole, not locked, and with no more pages than are taken. Its bytes go as they are.
import { type DocumentBlock, documentBlock } from '../../../core/content/attachment-blocks'
import { mostPages, PDF_BYTES } from '../../../core/content/media-limits'
import type { AttachmentFacts } from '../../../shared/domain/attachment'
import { pdfFacts } from './pdf-facts'
import { refused } from './refuse'

/** Whether bytes are a PDF's. Some readers look for its mark behind other bytes as well; a server need not. */
export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-'
}

/**
 * Makes of a PDF's bytes the block that is sent.
 *
 * @throws FailureError `attachment.refused`
 */
export async function prepareDocument(
  name: string,
  bytes: Uint8Array,
): Promise<{ facts: AttachmentFacts; block: DocumentBlock }> {
  if (bytes.length > PDF_BYTES)
    throw refused(
      name,
      `is a PDF of ${(bytes.length / 1e6).toFixed(1)} MB; at most ${PDF_BYTES / 1e6} MB can be sent. Make a copy with fewer pages, or extract its text.`,
    )
  const { complete, encrypted, pages } = await pdfFacts(bytes)
  if (!complete) throw refused(name, 'begins like a PDF but is damaged or incomplete: its end is missing.')
  if (encrypted) throw refused(name, 'is a PDF with a password. Save a copy without one.')
  const most = mostPages(Number.POSITIVE_INFINITY)
  if (pages !== null && pages > most)
    throw refused(name, `is a PDF of ${pages} pages; at most ${most} are taken. Make a copy with fewer.`)
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  const facts: AttachmentFacts = {
    name,
    kind: 'document',
    mediaType: 'application/pdf',
    bytes: bytes.length,
    width: null,
    height: null,
    pages,
    reducedFrom: null,
    notes: [],
  }
  return { facts, block: documentBlock(name, pages, data) }
}
