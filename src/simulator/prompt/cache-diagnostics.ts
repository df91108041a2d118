// Why the cache could not reuse an earlier request's prefix, as the API's `diagnostics` tell it.
import { type Fingerprint, sharedBlocks } from './divide-prompt'

export type CacheMissReason =
  | {
      type: 'model_changed' | 'system_changed' | 'tools_changed' | 'messages_changed'
      cache_missed_input_tokens: number
    }
  | { type: 'previous_message_not_found' | 'unavailable' }

/** Null: no divergence (or nothing to compare). A null reason: the comparison was not finished in time. */
export type Diagnostics = { cache_miss_reason: CacheMissReason | null } | null

/** Compares a prompt with the one that an earlier response answered. Null when it only appends to it. */
export function diagnose(previous: Fingerprint | undefined, prompt: Fingerprint): CacheMissReason | null {
  if (previous === undefined) return { type: 'previous_message_not_found' }
  const shared = sharedBlocks(previous, prompt)
  const missed = previous.tokens - (shared === 0 ? 0 : (previous.blocks[shared - 1]?.tokensUpTo ?? 0))
  if (previous.heads.model !== prompt.heads.model) return { type: 'model_changed', cache_missed_input_tokens: missed }
  if (previous.heads.tools !== prompt.heads.tools) return { type: 'tools_changed', cache_missed_input_tokens: missed }
  if (previous.heads.system !== prompt.heads.system) {
    return { type: 'system_changed', cache_missed_input_tokens: missed }
  }
  if (previous.heads.parameters !== prompt.heads.parameters) return { type: 'unavailable' }
  if (shared < previous.blocks.length) return { type: 'messages_changed', cache_missed_input_tokens: missed }
  return null
}
