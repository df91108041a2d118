// The signature of a summary: it is sent back as it came, or not at all.
import { createHmac } from 'node:crypto'
import { blocksOf, type MessagesBody } from '../validation/body-schema'
import type { Problem } from '../validation/problem'

export type SummarySeal = {
  sign: (content: string) => string
  /** The summary whose text or signature was changed, or null. */
  verify: (body: MessagesBody) => Problem | null
}

/** A seal with a fixed secret, as for thinking. */
export function createSummarySeal(secret: string): SummarySeal {
  const sign = (content: string): string => createHmac('sha256', secret).update(`summary:${content}`).digest('base64')
  return {
    sign,
    verify: (body) => {
      const [first] = body.messages
      const block = first && blocksOf(first)[0]
      if (block?.type !== 'compaction' || block.signature === sign(block.content)) return null
      return { path: 'messages.0.content.0', message: 'compaction_signature_invalid: the summary was changed' }
    },
  }
}
