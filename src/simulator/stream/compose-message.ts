// From a script's reply to the message that goes out: ids, signatures, stop reason, usage.
import { countTokens } from '../count-tokens'
import type { Diagnostics } from '../prompt/cache-diagnostics'
import type { InputUsage } from '../prompt/cache-meter'
import type { Prompt } from '../prompt/divide-prompt'
import type { Signer } from '../prompt/thinking-signatures'
import type { CallReply, Gate, Reply, ReplyBlock, ServerCallReply, ServerResultReply } from '../script/reply'
import type { MessagesBody } from '../validation/body-schema'
import { apiUsage, type BilledUsage } from './usage'

export type AnswerBlock =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | { type: 'compaction'; content: string; signature: string }
  | ServerCallReply
  | ServerResultReply
  | { type: 'tool_use'; id: string; name: string; input: unknown; caller: { type: 'direct' } }

/** A block with how it is streamed. `json` is the text of a call's input, possibly broken off. */
export type ComposedBlock = { block: AnswerBlock; parts: readonly (string | Gate)[]; chunkChars: number }

export type ComposedMessage = {
  id: string
  model: string
  blocks: (ComposedBlock | Gate)[]
  stopReason: string
  stopSequence: string | null
  stopDetails: { type: 'refusal'; category: string | null; explanation: string | null } | null
  usage: BilledUsage
  diagnostics: Diagnostics
}

export type ComposeContext = {
  body: MessagesBody
  prompt: Prompt
  input: InputUsage
  diagnostics: Diagnostics
  signer: Signer
  newId: (prefix: string) => string
}

const defaultChunkChars = 24

/** Composes the answer. Thinking is left out when the request turns it off, and emptied when it asks for that. */
export function composeMessage(reply: Reply, context: ComposeContext): ComposedMessage {
  const blocks = reply.blocks.flatMap((block) => composeBlock(block, reply, context))
  const answers = blocks.flatMap((each) => ('block' in each ? [each.block] : []))
  const thinkingTokens = sum(answers.map((block) => (block.type === 'thinking' ? countTokens(block.thinking) : 0)))
  const output = reply.outputTokens ?? Math.max(1, sum(answers.map((block) => countTokens(JSON.stringify(block)))))
  const hasCall = answers.some((block) => block.type === 'tool_use')
  return {
    id: context.newId('msg_'),
    model: context.body.model,
    blocks,
    stopReason: reply.stopReason ?? (hasCall ? 'tool_use' : 'end_turn'),
    stopSequence: reply.stopSequence ?? null,
    stopDetails:
      reply.stopReason === 'refusal'
        ? { type: 'refusal', category: reply.stopCategory ?? null, explanation: reply.stopExplanation ?? null }
        : null,
    usage: { ...context.input, output, thinking: Math.min(thinkingTokens, output) },
    diagnostics: context.diagnostics,
  }
}

/** The answer to `max_tokens: 0`: nothing generated, the prompt metered. */
export function composePrewarm(context: ComposeContext): ComposedMessage {
  const message = composeMessage({ blocks: [], stopReason: 'max_tokens' }, context)
  return { ...message, usage: { ...context.input, output: 0, thinking: 0 } }
}

/** The blocks as content of the message. */
export function contentOf(message: ComposedMessage): AnswerBlock[] {
  return message.blocks.flatMap((each) => ('block' in each ? [each.block] : []))
}

/** The message as one JSON object, as it is answered without streaming. */
export function messageJson(message: ComposedMessage, body: MessagesBody): object {
  return {
    id: message.id,
    type: 'message',
    role: 'assistant',
    model: message.model,
    content: contentOf(message),
    stop_reason: message.stopReason,
    stop_sequence: message.stopSequence,
    stop_details: message.stopDetails,
    usage: apiUsage(message.usage, body),
    diagnostics: message.diagnostics,
    container: null,
  }
}

function composeBlock(block: ReplyBlock, reply: Reply, context: ComposeContext): (ComposedBlock | Gate)[] {
  const chunkChars = reply.chunkChars ?? defaultChunkChars
  if (block.type === 'gate') return [block]
  if (block.type === 'text') {
    const text = block.parts.filter((part) => typeof part === 'string').join('')
    return [{ block: { type: 'text', text }, parts: block.parts, chunkChars }]
  }
  if (block.type === 'tool_use') return [composeCall(block, context)]
  if (block.type === 'server_tool_use') return [{ block, parts: [JSON.stringify(block.input)], chunkChars }]
  if ('tool_use_id' in block) return [{ block, parts: [], chunkChars }]
  const config = context.body.thinking
  if (config?.type === 'disabled') return []
  if (block.type === 'redacted_thinking') {
    const data = context.signer.redact(block.hidden, context.prompt)
    return [{ block: { type: 'redacted_thinking', data }, parts: [], chunkChars }]
  }
  const omitted = config !== undefined && 'display' in config && config.display === 'omitted'
  const thinking = omitted ? '' : block.thinking
  const signature = context.signer.sign(thinking, context.prompt)
  return [{ block: { type: 'thinking', thinking, signature }, parts: [thinking], chunkChars }]
}

function composeCall(call: CallReply, context: ComposeContext): ComposedBlock {
  const json = call.ascii === true ? toAscii(JSON.stringify(call.input)) : JSON.stringify(call.input)
  const sent = call.cutAfter === undefined ? json : json.slice(0, call.cutAfter)
  const input = call.cutAfter === undefined ? call.input : {}
  const id = call.id ?? context.newId('toolu_')
  return {
    block: { type: 'tool_use', id, name: call.name, input, caller: { type: 'direct' } },
    parts: [sent],
    chunkChars: call.chunkChars ?? defaultChunkChars,
  }
}

function toAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
