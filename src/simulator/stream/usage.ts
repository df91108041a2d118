// What a request is billed, and how the API spells it.
import type { InputUsage } from '../prompt/cache-meter'
import type { MessagesBody } from '../validation/body-schema'

/** Tokens, disjoint; `thinking` is part of `output`. */
export type BilledUsage = InputUsage & { output: number; thinking: number }

/** What is billed when the answer has just begun: the prompt, and the first token. */
export function begunUsage(usage: BilledUsage): BilledUsage {
  return { ...usage, output: Math.min(1, usage.output), thinking: 0 }
}

/** `usage` of a message. */
export function apiUsage(usage: BilledUsage, body: MessagesBody): object {
  return {
    ...apiDeltaUsage(usage, body),
    ...creationOf(body.compaction ? nothing : usage),
    inference_geo: body.inference_geo ?? null,
    service_tier: 'standard',
    speed: body.speed ?? null,
  }
}

/** `usage` of `message_delta`: cumulative. What a summary took is told apart, since no reply was generated. */
export function apiDeltaUsage(usage: BilledUsage, body: MessagesBody): object {
  if (!body.compaction) return countersOf(usage)
  const iteration = { type: 'compaction', ...countersOf(usage), ...creationOf(usage) }
  return { ...countersOf(nothing), iterations: [iteration] }
}

const nothing: BilledUsage = { input: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0, thinking: 0 }

function creationOf(usage: BilledUsage): object {
  return {
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
  }
}

function countersOf(usage: BilledUsage): object {
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
    output_tokens_details: { thinking_tokens: usage.thinking },
    server_tool_use: null,
  }
}
