import type { Attachment } from '../../shared/domain/attachment'

/** A file on its way into a message. */
export interface Attached {
  id: string
  name: string
  /** As the person gave it. */
  bytes: number
  /** Null until the host has checked it. */
  attachment: Attachment | null
  /** Why it cannot be sent; null: it can, or it is still on its way. */
  problem: string | null
}

export type AttachedByThread = Readonly<Record<string, readonly Attached[]>>
