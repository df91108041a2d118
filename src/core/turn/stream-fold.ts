// Folds the events of one streamed answer into blocks, keeping them verbatim.
import type { Usage } from '../../shared/domain/units'
import { NO_USAGE } from '../../shared/domain/units'
import { wireJson } from '../wire/wire-snapshot'

/** A block of an answer, complete or still growing. */
export interface AnswerBlock {
  index: number
  type: string
  /** The block's fields as they came; `text`, `thinking`, `signature` grow. */
  fields: Record<string, unknown>
  /** For tool calls: the partial JSON text of the input. */
  inputJson: string
  complete: boolean
}

export interface Answer {
  messageId: string | null
  model: string | null
  blocks: AnswerBlock[]
  usage: Usage
  /** Whether the provider reported final usage. */
  usageFinal: boolean
  stopReason: string | null
  /** The refusal's category, or the stop sequence. */
  stopDetail: string | null
  cacheMissReason: string | null
  /** Whether the provider said that its comparison with the request before was still under way. */
  comparisonPending: boolean
  /** Whether the message has ended properly. */
  ended: boolean
}

/** What an event added, for whoever shows the answer while it grows. */
export type AnswerDelta =
  | { kind: 'begun' }
  | { kind: 'block'; block: AnswerBlock }
  | { kind: 'text' | 'thinking' | 'input'; block: AnswerBlock; text: string }
  | { kind: 'complete'; block: AnswerBlock }
  | { kind: 'ended' }

/** Nobody means more; serialising, checking and judging walk down by calling themselves. */
const MOST_LEVELS = 200

/** Thrown for a stream that does not keep to the protocol; the part that arrived stays in the answer. */
export class StreamProtocolError extends Error {
  override readonly name = 'StreamProtocolError'
}

export function emptyAnswer(): Answer {
  return {
    messageId: null,
    model: null,
    blocks: [],
    usage: NO_USAGE,
    usageFinal: false,
    stopReason: null,
    stopDetail: null,
    cacheMissReason: null,
    comparisonPending: false,
    ended: false,
  }
}

type Json = Record<string, unknown>

/**
 * Takes one event into the answer (changed in place: an answer belongs to one reader).
 *
 * @returns what changed; null for events that change nothing visible, and for unknown types, which a client must bear
 * @throws StreamProtocolError for events out of order or without their fields
 */
export function foldEvent(answer: Answer, raw: unknown): AnswerDelta | null {
  const event = object(raw, 'event')
  switch (event.type) {
    case 'message_start':
      return startMessage(answer, object(event.message, 'message_start.message'))
    case 'content_block_start':
      return startBlock(answer, event)
    case 'content_block_delta':
      return growBlock(blockAt(answer, event.index), object(event.delta, 'delta'))
    case 'content_block_stop':
      return completeBlock(blockAt(answer, event.index))
    case 'message_delta':
      return endOfMessage(answer, event)
    case 'message_stop':
      if (answer.messageId === null) throw new StreamProtocolError('message_stop before message_start')
      answer.ended = true
      return { kind: 'ended' }
    default:
      return null
  }
}

function startMessage(answer: Answer, message: Json): AnswerDelta {
  if (answer.messageId !== null) throw new StreamProtocolError('a second message_start')
  answer.messageId = typeof message.id === 'string' ? message.id : ''
  answer.model = typeof message.model === 'string' ? message.model : null
  answer.usage = readUsage(message.usage, answer.usage)
  answer.cacheMissReason = readMissReason(message.diagnostics)
  answer.comparisonPending = isObject(message.diagnostics) && answer.cacheMissReason === null
  return { kind: 'begun' }
}

function startBlock(answer: Answer, event: Json): AnswerDelta {
  if (answer.messageId === null) throw new StreamProtocolError('a content block before message_start')
  const fields = { ...object(event.content_block, 'content_block') }
  if (typeof event.index !== 'number' || event.index !== answer.blocks.length)
    throw new StreamProtocolError(`content block ${String(event.index)}, expected ${answer.blocks.length}`)
  if (typeof fields.type !== 'string') throw new StreamProtocolError('a content block without a type')
  if (fields.type === 'text') text(fields.text ?? '')
  const block: AnswerBlock = { index: event.index, type: fields.type, fields, inputJson: '', complete: false }
  answer.blocks.push(block)
  return { kind: 'block', block }
}

function growBlock(block: AnswerBlock, delta: Json): AnswerDelta | null {
  switch (delta.type) {
    case 'text_delta':
      return grow(block, 'text', delta.text)
    case 'thinking_delta':
      return grow(block, 'thinking', delta.thinking)
    case 'signature_delta':
      block.fields.signature = text(block.fields.signature ?? '') + text(delta.signature)
      return null
    case 'input_json_delta':
      block.inputJson += text(delta.partial_json)
      return { kind: 'input', block, text: text(delta.partial_json) }
    case 'citations_delta':
      block.fields.citations = [
        ...(Array.isArray(block.fields.citations) ? block.fields.citations : []),
        delta.citation,
      ]
      return null
    default:
      return null
  }
}

function grow(block: AnswerBlock, field: 'text' | 'thinking', piece: unknown): AnswerDelta {
  block.fields[field] = text(block.fields[field] ?? '') + text(piece)
  return { kind: field, block, text: text(piece) }
}

function completeBlock(block: AnswerBlock): AnswerDelta {
  if (block.type.endsWith('tool_use') && block.inputJson !== '') {
    const input = parseInput(block.inputJson)
    if (input !== null) {
      block.fields.input = input
      block.complete = true
    }
  } else {
    block.complete = true
  }
  return { kind: 'complete', block }
}

function endOfMessage(answer: Answer, event: Json): null {
  const delta = object(event.delta, 'message_delta.delta')
  if (typeof delta.stop_reason === 'string') answer.stopReason = delta.stop_reason
  const details = delta.stop_details
  if (isObject(details) && typeof details.category === 'string') answer.stopDetail = details.category
  else if (typeof delta.stop_sequence === 'string') answer.stopDetail = delta.stop_sequence
  answer.usage = readUsage(event.usage, answer.usage)
  answer.usageFinal = isObject(event.usage)
  return null
}

/** The input of a call, or null where its JSON is incomplete, no object, or nested too deep to be written again. */
function parseInput(json: string): Json | null {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) && isShallow(value) ? value : null
  } catch {
    return null // an incomplete input is an expected end (output limit); the caller sees `complete: false`
  }
}

/** Whether every part of a value lies within as many levels as anything that follows can walk through. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= MOST_LEVELS; depth++) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return true
  }
  return false
}

/**
 * The wire text of a complete block, as it is sent back; null for what is never stored: empty text, incomplete blocks.
 */
export function blockJson(block: AnswerBlock): string | null {
  if (!block.complete) return null
  if (block.type === 'text' && text(block.fields.text ?? '').trim() === '') return null
  return wireJson(block.fields)
}

function blockAt(answer: Answer, index: unknown): AnswerBlock {
  const block = typeof index === 'number' ? answer.blocks[index] : undefined
  if (!block) throw new StreamProtocolError(`an event for content block ${String(index)}, which has not begun`)
  return block
}

/**
 * Later reports replace earlier ones, field by field: message_delta counts are cumulative. What a provider took to summarise is
 * told beside them, in a row of its own.
 */
function readUsage(raw: unknown, before: Usage): Usage {
  if (!isObject(raw)) return before
  const counted = readCounters(raw, before)
  const rows = Array.isArray(raw.iterations) ? raw.iterations : []
  return rows.filter((row) => isObject(row) && row.type === 'compaction').reduce(addCounters, counted)
}

function addCounters(sum: Usage, row: Json): Usage {
  const more = readCounters(row, NO_USAGE)
  return {
    input: sum.input + more.input,
    cacheRead: sum.cacheRead + more.cacheRead,
    cacheWrite5m: sum.cacheWrite5m + more.cacheWrite5m,
    cacheWrite1h: sum.cacheWrite1h + more.cacheWrite1h,
    output: sum.output + more.output,
  }
}

function readCounters(raw: Json, before: Usage): Usage {
  const split = isObject(raw.cache_creation) ? raw.cache_creation : null
  const written = count(raw.cache_creation_input_tokens)
  const hour = count(split?.ephemeral_1h_input_tokens)
  // Only the first report says how writes divide; what a later total adds to it is taken as short-lived.
  const rest = written === undefined ? undefined : Math.max(0, written - (hour ?? before.cacheWrite1h))
  const five = count(split?.ephemeral_5m_input_tokens) ?? rest
  return {
    input: count(raw.input_tokens) ?? before.input,
    cacheRead: count(raw.cache_read_input_tokens) ?? before.cacheRead,
    cacheWrite5m: five ?? before.cacheWrite5m,
    cacheWrite1h: hour ?? before.cacheWrite1h,
    output: count(raw.output_tokens) ?? before.output,
  }
}

function readMissReason(raw: unknown): string | null {
  if (!isObject(raw) || !isObject(raw.cache_miss_reason)) return null
  return typeof raw.cache_miss_reason.type === 'string' ? raw.cache_miss_reason.type : null
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new StreamProtocolError('a delta without its text')
  return value
}

function object(value: unknown, what: string): Json {
  if (!isObject(value)) throw new StreamProtocolError(`${what} is not an object`)
  return value
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
