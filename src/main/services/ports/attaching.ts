// Files on their way into a conversation: checked by content and reduced, once.
import type { DocumentBlock, ImageBlock } from '../../../core/content/attachment-blocks'
import type { FileMention } from '../../../core/content/file-mentions'
import type { AttachmentFacts } from '../../../shared/domain/attachment'
import type { ReadLedger, ToolPlaces } from './tools'

/** A file as it will be sent. */
export interface PreparedFile {
  facts: AttachmentFacts
  block: ImageBlock | DocumentBlock | { type: 'text'; text: string }
}

export interface Attaching {
  /**
   * Checks a file by what it holds, not by its name, and reduces it to what a model takes; off the main loop where that
   * takes time. The same bytes give the same result.
   *
   * @param name as the person knows it; for the facts and for what goes wrong
   * @throws FailureError `attachment.refused`: what it is, why that cannot be sent, and what helps
   */
  prepare(name: string, bytes: Uint8Array): Promise<PreparedFile>
  /**
   * Reads what a mention names: a text file by its lines, as the `read` tool does, an image, a PDF, or the names in a folder.
   *
   * @returns null when there is nothing of that name: then it is only a word
   * @throws FailureError `attachment.refused`, also for what links lead out of the thread's places
   */
  mentioned(mention: FileMention, places: ToolPlaces, reads: ReadLedger): Promise<PreparedFile | null>
  /** Where such a path really leads; null when there is nothing. */
  find(mention: FileMention, places: ToolPlaces): Promise<string | null>
}
