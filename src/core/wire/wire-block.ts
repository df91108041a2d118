// A block on its way to the wire: the JSON text that is sent, and where it stands.
import { isCompaction } from './compaction-block'

export interface WireBlock {
  position: number
  role: 'user' | 'assistant'
  /** The content block's type. */
  type: string
  /** JSON text of the content block, without cache marker. */
  json: string
}

const THINKING = new Set(['thinking', 'redacted_thinking'])

/** Whether a block is thinking, which bears no marker and is bound to the prefix it was signed with. */
export function isThinking(block: { type: string }): boolean {
  return THINKING.has(block.type)
}

/**
 * The blocks of a history that are sent in an epoch: from its first position on, without thinking that belongs to
 * another prefix. None of that thinking is sent, never some of it. A provider's summary is sent where it begins the epoch, and
 * nowhere else: an epoch for a provider or a model that cannot read it begins with our words of it, which stand before it.
 */
export function blocksInEpoch<B extends WireBlock>(
  blocks: readonly B[],
  epoch: { firstPosition: number; thinkingFrom: number },
): B[] {
  return blocks.filter(
    (block) =>
      block.position >= epoch.firstPosition &&
      !(block.position < epoch.thinkingFrom && isThinking(block)) &&
      !(block.position > epoch.firstPosition && isCompaction(block)),
  )
}
