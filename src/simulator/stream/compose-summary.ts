// The answer to a request for a summary: the summary alone, whole, or nothing.
import type { Reply } from '../script/reply'
import { type ComposeContext, type ComposedMessage, composeMessage } from './compose-message'

/**
 * Composes it from what the script says. Only text that ends normally makes a summary; a call, a refusal or a cut leaves the
 * content empty, with the stop reason the model ended with.
 */
export function composeSummary(
  reply: Reply,
  context: ComposeContext,
  sign: (content: string) => string,
): ComposedMessage {
  const message = composeMessage(reply, context)
  const answers = message.blocks.flatMap((each) => ('block' in each ? [each.block] : []))
  const content = answers.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  if (message.stopReason !== 'end_turn' || content.trim() === '') return { ...message, blocks: [] }
  const block = { type: 'compaction' as const, content, signature: sign(content) }
  return { ...message, blocks: [{ block, parts: [], chunkChars: 1 }], stopReason: 'compaction' }
}
