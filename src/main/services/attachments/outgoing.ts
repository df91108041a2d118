// Attachments on their way from a person's message to the blocks of the thread.
import { attachedText } from '../../../core/content/attachment-blocks'
import { textBlock } from '../../../core/fork/plan-fork'
import { FailureError } from '../../../shared/contract/failure'
import type { Attachment } from '../../../shared/domain/attachment'
import type { AttachmentRecord, BlockRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { BlockToAppend } from '../turn/history'

/** One that goes with a message. */
export interface OutgoingAttachment {
  attachment: Attachment
  /** As it will be sent; null: it was put by, and is stored already. */
  block: string | null
}

type Parts = Pick<HostParts, 'store' | 'clock'>

/**
 * Gives what goes with a message to it; within the commit that stores the message.
 *
 * @throws FailureError `conflict` for one that was sent or taken away meanwhile
 */
export function giveAttachments(
  { store, clock }: Parts,
  threadId: string,
  messageId: string,
  all: readonly OutgoingAttachment[],
): void {
  for (const { attachment, block } of all) {
    const { id, ...facts } = attachment
    if (block !== null)
      store.attachments.insert({ id, threadId, facts, messageId, position: null, createdAt: clock.now() }, block)
    else if (!store.attachments.give(id, messageId))
      throw new FailureError('conflict', `${facts.name} was sent or taken away meanwhile.`, { attachmentId: id })
  }
}

/** What goes with a waiting text, as the blocks before it; the ids of those that are somebody's attachment. */
export interface AttachedBlocks {
  blocks: BlockToAppend[]
  ids: Map<BlockToAppend, string>
}

/** The blocks of a waiting text's attachments: pictures and documents before the words about them, as models read them best. */
export function attachedBlocks({ store }: Pick<HostParts, 'store'>, pendingId: string): AttachedBlocks {
  const all = store.attachments.ofMessage(pendingId)
  const ids = new Map<BlockToAppend, string>()
  const blocks = all.map((record) => {
    const block = blockOf(record, store.attachments.block(record.id))
    ids.set(block, record.id)
    return block
  })
  const names = attachedText(all.map(({ facts }) => facts))
  return { blocks: names === null ? blocks : [...blocks, textBlock(names, 'person')], ids }
}

const TYPES = { image: 'image', document: 'document', text: 'text', folder: 'text' } as const

/** What a person attached is theirs, also where it is text: no word of it is the app's. */
function blockOf({ id, facts }: AttachmentRecord, json: string | null): BlockToAppend {
  if (json === null) throw new Error(`the attachment ${id} was sealed before`)
  return { role: 'user', origin: 'person', type: TYPES[facts.kind], json, toolUseId: null }
}

/** Notes where the sealed attachments stand; within the commit that seals them. */
export function sealAttachments(
  { store }: Pick<HostParts, 'store'>,
  appended: readonly BlockToAppend[],
  records: readonly BlockRecord[],
  ids: ReadonlyMap<BlockToAppend, string>,
): void {
  for (const [n, block] of appended.entries()) {
    const id = ids.get(block)
    const record = records[n]
    if (id !== undefined && record) store.attachments.seal(id, record.position)
  }
}
