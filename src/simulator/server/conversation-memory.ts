// What the server remembers between requests: prompts to compare with, paused turns, thinking that must come back.

import { type Diagnostics, PromptHistory } from '../prompt/cache-diagnostics'
import type { Prompt } from '../prompt/divide-prompt'
import { messageBlockCount, prefixHash } from '../prompt/thinking-signatures'
import type { ComposedMessage } from '../stream/compose-message'
import { contentOf } from '../stream/compose-message'
import { blocksOf, type MessagesBody } from '../validation/body-schema'
import type { Problem } from '../validation/problem'

type OwedThinking = { count: number; prefix: string; seals: string[] }

export class ConversationMemory {
  readonly #history = new PromptHistory()
  readonly #paused = new Set<string>()
  readonly #owed = new Map<string, OwedThinking>()

  /** Remembers an answer that has begun. */
  remember(body: MessagesBody, prompt: Prompt, message: ComposedMessage): void {
    // Comparing is opted into per request: only those that carried the field are kept.
    if (body.diagnostics) this.#history.remember(message.id, prompt)
    const count = messageBlockCount(prompt)
    const content = contentOf(message)
    const seals = content.flatMap((block) =>
      block.type === 'thinking' ? [block.signature] : block.type === 'redacted_thinking' ? [block.data] : [],
    )
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    if (message.stopReason !== 'pause_turn' && (calls.length === 0 || seals.length === 0)) return
    const prefix = prefixHash(prompt, count)
    if (message.stopReason === 'pause_turn') this.#paused.add(pauseKey(count, content.length, prefix))
    if (seals.length > 0) for (const id of calls) this.#owed.set(id, { count, prefix, seals })
  }

  /** Whether a body that ends on an assistant message sends a paused turn back. */
  continuesPause(body: MessagesBody, prompt: Prompt): boolean {
    const last = body.messages.at(-1)
    if (last === undefined || last.role !== 'assistant') return false
    const total = messageBlockCount(prompt)
    return blocksOf(last).some((_, back) => {
      const count = total - back - 1
      return this.#paused.has(pauseKey(count, total - count, prefixHash(prompt, count)))
    })
  }

  /** What `diagnostics` says for this request. */
  compare(body: MessagesBody, prompt: Prompt, pending: boolean): Diagnostics {
    const previous = body.diagnostics?.previous_message_id
    if (previous === undefined || previous === null) return null
    if (pending) return { cache_miss_reason: null }
    const reason = this.#history.compare(previous, prompt)
    return reason === null ? null : { cache_miss_reason: reason }
  }

  /**
   * While the results of a call go back, the thinking that led to it must be there, unless the prefix it was bound to
   * has changed: then it could not be verified and leaving it out is the only way.
   */
  checkOwedThinking(body: MessagesBody, prompt: Prompt): Problem | null {
    if (body.thinking === undefined || body.thinking.type === 'disabled') return null
    const index = body.messages.length - 2
    const turn = body.messages[index]
    if (turn === undefined || turn.role !== 'assistant') return null
    const blocks = blocksOf(turn)
    const present = new Set(
      blocks.map((block) => ('signature' in block ? block.signature : 'data' in block ? block.data : null)),
    )
    for (const block of blocks) {
      const owed = block.type === 'tool_use' ? this.#owed.get(block.id) : undefined
      if (owed === undefined || owed.seals.every((seal) => present.has(seal))) continue
      if (prefixHash(prompt, owed.count) !== owed.prefix) continue
      return {
        path: `messages.${index}.content.0.type`,
        message:
          'Expected `thinking` or `redacted_thinking`. When thinking is on, the latest assistant turn must come back with its thinking while its tool results are pending.',
      }
    }
    return null
  }
}

function pauseKey(count: number, blocks: number, prefix: string): string {
  return `${count}+${blocks}:${prefix}`
}
