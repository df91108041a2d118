// Compaction on demand: who may ask for a summary, and how one comes back.
// Source: platform.claude.com, build-with-claude/compaction-on-demand, read on 2026-11-30.
import type { ModelFacts } from '../models'
import { blocksOf, type Message, type MessagesBody } from './body-schema'
import type { Problem } from './problem'

/** The beta that opens it: for the request that asks, and for every one that carries a summary. */
const compactionBeta = 'compact-2026-09-04'

/** A summary of the server stands alone in the first message, and nowhere else. */
export function checkSummaryPlace(body: MessagesBody): Problem | null {
  for (const [index, message] of body.messages.entries()) {
    const inner = blocksOf(message).findIndex((block) => block.type === 'compaction')
    if (inner < 0) continue
    const path = `messages.${index}.content.${inner}`
    if (index > 0) return { path, message: 'a `compaction` block must come first in `messages`' }
    if (!isSummary(message)) return { path, message: 'a `compaction` block must be alone in its message' }
  }
  return null
}

/** Whether a message is nothing but a summary of the server. */
export function isSummary(message: Message | undefined): boolean {
  if (message?.role !== 'assistant') return false
  const blocks = blocksOf(message)
  return blocks.length === 1 && blocks[0]?.type === 'compaction'
}

/** What makes no sense where nothing is said. */
export function checkSummaryParameters(body: MessagesBody): Problem | null {
  if (!body.compaction) return null
  const refuse = (path: string): Problem => ({ path, message: 'cannot be combined with `compaction`' })
  if (body.stop_sequences) return refuse('stop_sequences')
  if (body.output_config?.format) return refuse('output_config.format')
  if (body.tool_choice?.type === 'any' || body.tool_choice?.type === 'tool') return refuse('tool_choice')
  if (body.max_tokens === 0) return refuse('max_tokens')
  return null
}

/** Whether the server offers it to this request at all. */
export function checkSummaryOffered(body: MessagesBody, betas: string, facts: ModelFacts): Problem | null {
  const opened = betas.split(',').includes(compactionBeta)
  const carries = body.messages.some((message) => blocksOf(message).some(({ type }) => type === 'compaction'))
  if (body.compaction && !opened) {
    return { path: 'compaction', message: `requires anthropic-beta: ${compactionBeta}` }
  }
  if (carries && !opened) {
    return { path: 'messages.0.content.0', message: "Input tag 'compaction' does not match any of the expected tags" }
  }
  if ((body.compaction || carries) && !facts.compaction) {
    return { path: 'compaction', message: 'is not supported on this model' }
  }
  return null
}
