// Files that come in pieces, until they are whole. In memory: who sends one has it, and sends it again after a restart.
import type { ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { Clock } from '../ports/clock'

interface Upload {
  threadId: string
  bytes: number
  pieces: Buffer[]
  received: number
  heardAt: number
}

/** What all unfinished ones may come to. */
const ALL_BYTES = 256 * 1024 * 1024
/** One that nobody goes on with is forgotten when the next comes. */
const LEFT_MS = 10 * 60_000

export class Uploads {
  private readonly open = new Map<string, Upload>()

  constructor(private readonly clock: Clock) {}

  /**
   * Takes a piece. One that does not follow what is there changes nothing: the answer says where to go on.
   *
   * @returns the whole file with its last piece, which is then forgotten here; else how many bytes are there
   * @throws FailureError `invalid_input`, `conflict`, `attachment.refused`
   */
  take({ threadId, attachmentId, name, bytes, offset, data }: ParsedInput<'attachment.add'>): Buffer | number {
    this.forgetLeft()
    const upload = this.open.get(attachmentId) ?? this.begin(attachmentId, { threadId, name, bytes })
    if (upload.threadId !== threadId || upload.bytes !== bytes)
      throw new FailureError('conflict', `${attachmentId} is being sent as another file.`, { attachmentId })
    upload.heardAt = this.clock.now()
    if (offset !== upload.received) return upload.received
    const piece = Buffer.from(data, 'base64')
    if (upload.received + piece.length > bytes)
      throw new FailureError('invalid_input', `${name} has more bytes than were announced.`, { path: 'data' })
    if (piece.length > 0) upload.pieces.push(piece)
    upload.received += piece.length
    if (upload.received < bytes) return upload.received
    this.open.delete(attachmentId)
    return Buffer.concat(upload.pieces)
  }

  forget(attachmentId: string): void {
    this.open.delete(attachmentId)
  }

  private begin(attachmentId: string, { threadId, name, bytes }: { threadId: string; name: string; bytes: number }) {
    const others = [...this.open.values()].reduce((sum, upload) => sum + upload.bytes, 0)
    if (others + bytes > ALL_BYTES)
      throw new FailureError('attachment.refused', `${name} has to wait: too much is being attached at once.`, { name })
    const upload: Upload = { threadId, bytes, pieces: [], received: 0, heardAt: this.clock.now() }
    this.open.set(attachmentId, upload)
    return upload
  }

  private forgetLeft(): void {
    const now = this.clock.now()
    for (const [id, { heardAt }] of this.open) if (now - heardAt > LEFT_MS) this.open.delete(id)
  }
}
