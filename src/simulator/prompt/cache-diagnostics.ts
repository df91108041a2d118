// Why the cache could not reuse an earlier request's prefix, as the API's `diagnostics` tell it.
import type { Prompt } from './divide-prompt'

export type CacheMissReason =
  | {
      type: 'model_changed' | 'system_changed' | 'tools_changed' | 'messages_changed'
      cache_missed_input_tokens: number
    }
  | { type: 'previous_message_not_found' | 'unavailable' }

/** Null: no divergence (or nothing to compare). A null reason: the comparison was not finished in time. */
export type Diagnostics = { cache_miss_reason: CacheMissReason | null } | null

/** A block of a remembered prompt; prompts that share a prefix share its nodes. */
type Node = { link: string; tokensUpTo: number; before: Node | null }
type Remembered = { heads: Prompt['heads']; tokens: number; tail: Node | null }

/** The prompts that were answered, without their bytes. A growing conversation costs one node per new block. */
export class PromptHistory {
  readonly #nodes = new Map<string, Node>()
  readonly #prompts = new Map<string, Remembered>()

  /** Keeps the prompt that the message with this id answers. */
  remember(messageId: string, prompt: Prompt): void {
    let tail: Node | null = null
    for (const { link, tokensUpTo } of prompt.blocks) {
      const node: Node = this.#nodes.get(link) ?? { link, tokensUpTo, before: tail }
      this.#nodes.set(link, node)
      tail = node
    }
    this.#prompts.set(messageId, { heads: prompt.heads, tokens: prompt.tokens, tail })
  }

  /** Where a prompt departs from the one that an earlier message answered; null when it only appends to it. */
  compare(messageId: string, prompt: Prompt): CacheMissReason | null {
    const previous = this.#prompts.get(messageId)
    if (previous === undefined) return { type: 'previous_message_not_found' }
    const links = new Set(prompt.blocks.map((block) => block.link))
    let shared = previous.tail
    while (shared !== null && !links.has(shared.link)) shared = shared.before
    const missed = { cache_missed_input_tokens: previous.tokens - (shared?.tokensUpTo ?? 0) }
    const before = previous.heads
    const now = prompt.heads
    if (before.model !== now.model) return { type: 'model_changed', ...missed }
    if (before.tools !== now.tools) return { type: 'tools_changed', ...missed }
    if (before.system !== now.system) return { type: 'system_changed', ...missed }
    if (before.parameters !== now.parameters) return { type: 'unavailable' }
    return shared === previous.tail ? null : { type: 'messages_changed', ...missed }
  }
}
