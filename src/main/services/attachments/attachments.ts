// What goes with a person's messages: put by, checked once, given to a message, read back.
import { wireJson } from '../../../core/wire/wire-snapshot'
import { MAX_ATTACHMENTS } from '../../../shared/contract/attachment-limits'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { Attachment } from '../../../shared/domain/attachment'
import type { AttachmentRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { Attaching, PreparedFile } from '../ports/attaching'
import { threadOf } from '../threads'
import type { Worktrees } from '../worktrees'
import { noRoomFor } from './media-room'
import { MentionedFiles } from './mentioned-files'
import type { OutgoingAttachment } from './outgoing'
import { Uploads } from './uploads'

type AttachmentParts = Pick<
  HostParts,
  'store' | 'clock' | 'ids' | 'judge' | 'libraryFiles' | 'unattended' | 'trusted' | 'outputsDir'
>

export class Attachments {
  private readonly uploads: Uploads
  private readonly mentions: MentionedFiles
  private readonly underWay = new Map<string, Promise<AttachmentRecord>>()

  constructor(
    private readonly parts: AttachmentParts,
    private readonly attaching: Attaching,
    worktrees: Pick<Worktrees, 'place'>,
  ) {
    this.uploads = new Uploads(parts.clock)
    this.mentions = new MentionedFiles(parts, attaching, worktrees)
  }

  /**
   * Takes a piece of a file for a thread's draft. When it is whole it is checked and reduced; it is stored when this resolves
   * with it.
   *
   * @throws FailureError `not_found`, `attachment.refused`, `conflict`, `invalid_input`
   */
  async add(input: ParsedInput<'attachment.add'>): Promise<CommandResult<'attachment.add'>> {
    const { store } = this.parts
    const { attachmentId, threadId, name, bytes } = input
    threadOf(store, threadId)
    // Nothing is waited for where none is under way: two that come at once shall not both be the first.
    const coming = this.underWay.get(attachmentId)
    const known = store.attachments.get(attachmentId) ?? (coming && (await coming))
    if (known) {
      if (known.threadId === threadId) return { received: bytes, attachment: attachmentView(known) }
      throw new FailureError('conflict', `${attachmentId} was attached elsewhere.`, { attachmentId })
    }
    this.requirePlace(threadId, name)
    const taken = this.uploads.take(input)
    if (typeof taken === 'number') return { received: taken, attachment: null }
    const kept = this.keep(input, taken)
    this.underWay.set(attachmentId, kept)
    try {
      return { received: bytes, attachment: attachmentView(await kept) }
    } finally {
      this.underWay.delete(attachmentId)
    }
  }

  private async keep(
    { attachmentId, threadId, name }: ParsedInput<'attachment.add'>,
    bytes: Buffer,
  ): Promise<AttachmentRecord> {
    const { store, clock } = this.parts
    const { facts, block } = await this.attaching.prepare(name, bytes)
    const record = { id: attachmentId, threadId, facts, messageId: null, position: null, createdAt: clock.now() }
    return store.commit(() => {
      this.requirePlace(threadId, name)
      store.attachments.insert(record, wireJson(block))
      return record
    })
  }

  private requirePlace(threadId: string, name: string): void {
    if (this.parts.store.attachments.ofDraft(threadId).length < MAX_ATTACHMENTS) return
    throw new FailureError(
      'attachment.refused',
      `${name} was not attached: a message takes at most ${MAX_ATTACHMENTS} attachments.`,
      { name },
    )
  }

  /** @throws FailureError `not_found` */
  read({ attachmentId }: ParsedInput<'attachment.read'>): CommandResult<'attachment.read'> {
    const { store } = this.parts
    const record = attachmentOf(store, attachmentId)
    const json =
      record.position === null
        ? store.attachments.block(attachmentId)
        : store.blocks.at(record.threadId, record.position)?.json
    const block = JSON.parse(json ?? 'null') as PreparedFile['block'] | null
    const image = block?.type === 'image' ? `data:${block.source.media_type};base64,${block.source.data}` : null
    return { attachment: attachmentView(record), image, text: block?.type === 'text' ? block.text : null }
  }

  /** @throws FailureError `conflict` for what was sent */
  remove({ attachmentId }: ParsedInput<'attachment.remove'>): void {
    const { store } = this.parts
    this.uploads.forget(attachmentId)
    if (store.commit(() => store.attachments.removeUnsent(attachmentId))) return
    if (store.attachments.get(attachmentId))
      throw new FailureError('conflict', 'It was sent with a message and stays with it.', { attachmentId })
  }

  /**
   * Everything that goes with a message: what was put by, what stands in it, and the files its text names. Nothing is stored yet.
   *
   * @throws FailureError `attachment.refused` for the first that cannot go, `not_found` for one that is not there (any more)
   */
  async forMessage(
    threadId: string,
    { text = '', attachments = [] }: Pick<ParsedInput<'thread.resume'>, 'text' | 'attachments'>,
  ): Promise<OutgoingAttachment[]> {
    const thread = threadOf(this.parts.store, threadId)
    const outgoing: OutgoingAttachment[] = []
    for (const each of attachments)
      outgoing.push(
        'attachmentId' in each
          ? this.putBy(threadId, each.attachmentId)
          : this.newOne(await this.attaching.prepare(each.name, Buffer.from(each.data, 'base64'))),
      )
    const named = await this.mentions.read(thread, text)
    const all = [...outgoing, ...named.map((file) => this.newOne(file))]
    if (all.length > MAX_ATTACHMENTS)
      throw new FailureError(
        'attachment.refused',
        `A message takes at most ${MAX_ATTACHMENTS} attachments, files named with @ among them; these are ${all.length}.`,
      )
    this.requireRoom(thread, all)
    return all
  }

  private putBy(threadId: string, attachmentId: string): OutgoingAttachment {
    const record = attachmentOf(this.parts.store, attachmentId)
    if (record.threadId !== threadId || record.messageId !== null)
      throw new FailureError('conflict', `${record.facts.name} was sent already, or belongs to another thread.`, {
        attachmentId,
      })
    return { attachment: attachmentView(record), block: null }
  }

  private newOne({ facts, block }: PreparedFile): OutgoingAttachment {
    return { attachment: { ...facts, id: this.parts.ids.next('attachment') }, block: wireJson(block) }
  }

  private requireRoom(thread: ThreadRecord, all: readonly OutgoingAttachment[]): void {
    const { store } = this.parts
    const blocks: string[] = []
    for (const { attachment, block } of all) {
      blocks.push(block ?? store.attachments.block(attachment.id) ?? '')
      const problem = noRoomFor(this.parts, thread, blocks)
      if (problem !== null)
        throw new FailureError('attachment.refused', `${attachment.name} ${problem}`, { name: attachment.name })
    }
  }
}

/** What a client is told of one. */
export function attachmentView({ id, facts }: AttachmentRecord): Attachment {
  return { ...facts, id }
}

function attachmentOf(store: HostParts['store'], attachmentId: string): AttachmentRecord {
  const record = store.attachments.get(attachmentId)
  if (!record) throw new FailureError('not_found', `There is no attachment ${attachmentId}.`, { attachmentId })
  return record
}
