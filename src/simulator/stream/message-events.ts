// A composed message as the row of server-sent events that streams it.
import type { Gate } from '../script/reply'
import type { MessagesBody } from '../validation/body-schema'
import type { AnswerBlock, ComposedBlock, ComposedMessage } from './compose-message'
import { apiDeltaUsage, apiUsage, begunUsage } from './usage'

export type SseEvent = { event: string; data: object }
export type StreamStep = SseEvent | Gate

/** All steps in order; gates stand where the stream waits. */
export function messageSteps(message: ComposedMessage, body: MessagesBody): StreamStep[] {
  const steps: StreamStep[] = [messageStart(message, body)]
  let index = 0
  for (const each of message.blocks) {
    if (!('block' in each)) {
      steps.push(each)
      continue
    }
    steps.push(...blockSteps(each, index))
    // The API sends a ping once the first block has begun.
    if (index === 0) steps.splice(2, 0, { event: 'ping', data: { type: 'ping' } })
    index += 1
  }
  steps.push(event({ type: 'message_delta', delta: deltaOf(message), usage: apiDeltaUsage(message.usage, body) }))
  steps.push(event({ type: 'message_stop' }))
  return steps
}

function messageStart(message: ComposedMessage, body: MessagesBody): SseEvent {
  return event({
    type: 'message_start',
    message: {
      id: message.id,
      type: 'message',
      role: 'assistant',
      model: message.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: apiUsage(begunUsage(message.usage), body),
      diagnostics: message.diagnostics,
      container: null,
    },
  })
}

function deltaOf(message: ComposedMessage): object {
  return {
    stop_reason: message.stopReason,
    stop_sequence: message.stopSequence,
    stop_details: message.stopDetails,
    container: null,
  }
}

function blockSteps(composed: ComposedBlock, index: number): StreamStep[] {
  const { block } = composed
  const steps: StreamStep[] = [event({ type: 'content_block_start', index, content_block: emptied(block) })]
  const isCall = block.type === 'tool_use' || block.type === 'server_tool_use'
  if (isCall) steps.push(delta(index, { type: 'input_json_delta', partial_json: '' }))
  for (const part of composed.parts) {
    if (typeof part !== 'string') {
      steps.push(part)
      continue
    }
    for (const chunk of chunks(part, composed.chunkChars, !isCall)) {
      steps.push(delta(index, deltaFor(block, chunk)))
    }
  }
  if (block.type === 'thinking') steps.push(delta(index, { type: 'signature_delta', signature: block.signature }))
  steps.push(event({ type: 'content_block_stop', index }))
  return steps
}

function emptied(block: AnswerBlock): object {
  if (block.type === 'text') return { ...block, text: '' }
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' }
  if (block.type === 'tool_use' || block.type === 'server_tool_use') return { ...block, input: {} }
  return block
}

function deltaFor(block: AnswerBlock, chunk: string): object {
  if (block.type === 'tool_use' || block.type === 'server_tool_use')
    return { type: 'input_json_delta', partial_json: chunk }
  if (block.type === 'thinking') return { type: 'thinking_delta', thinking: chunk }
  return { type: 'text_delta', text: chunk }
}

/** Pieces of about `size` characters. Text is split between characters; JSON anywhere but inside a surrogate pair. */
function chunks(text: string, size: number, atWords: boolean): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    piece += character
    const full = piece.length >= size
    if (full && (!atWords || /\s/.test(character) || piece.length >= size * 2)) {
      pieces.push(piece)
      piece = ''
    }
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}

function delta(index: number, change: object): SseEvent {
  return event({ type: 'content_block_delta', index, delta: change })
}

function event(data: { type: string } & Record<string, unknown>): SseEvent {
  return { event: data.type, data }
}
