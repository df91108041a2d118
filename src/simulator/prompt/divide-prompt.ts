// The prompt as the cache sees it: a row of blocks, each with a link that names everything up to it.
import { createHash } from 'node:crypto'
import { isObject } from '../json'
import { blocksOf, type MessagesBody } from '../validation/body-schema'
import { markerOf, type Ttl, ttlOf } from '../validation/list-markers'
import { countBlock } from './count-media'

export type PromptBlock = {
  level: 'tools' | 'system' | 'messages'
  /** The block's own type; `tool` for a tool definition. */
  kind: string
  /** Where the block stands in the body, e.g. `messages.3.content.0`. */
  path: string
  /** Index of its message; -1 outside of `messages`. */
  message: number
  role: 'user' | 'assistant' | null
  /** The block's JSON as sent, without cache marker. */
  bytes: string
  /** Names model, speed, and every block up to this one; in messages also the parameters. */
  link: string
  /** Tokens of the prompt up to and including this block. */
  tokensUpTo: number
  marker: Ttl | null
}

export type Prompt = {
  blocks: PromptBlock[]
  tokens: number
  /** Links at the ends of the levels, to tell which level a change belongs to. */
  heads: { model: string; tools: string; system: string; parameters: string }
}

/**
 * Divides a body in the order tools, system, messages and chains the blocks. `betas` is the text of the
 * `anthropic-beta` header, which is part of the parameters.
 */
export function dividePrompt(body: MessagesBody, betas: string): Prompt {
  const chain = new Chain(hash(body.model, body.speed ?? 'standard'))
  const model = chain.link
  for (const [index, tool] of (body.tools ?? []).entries()) chain.add('tools', `tools.${index}`, tool)
  const tools = chain.link
  const system = typeof body.system === 'string' ? [{ type: 'text', text: body.system }] : (body.system ?? [])
  for (const [index, block] of system.entries()) chain.add('system', `system.${index}`, block)
  const systemLink = chain.link
  chain.mix(JSON.stringify([body.tool_choice ?? null, body.thinking ?? null, body.output_config ?? null, betas]))
  const parameters = chain.link
  for (const [index, message] of body.messages.entries()) {
    for (const [inner, block] of blocksOf(message).entries()) {
      chain.add('messages', `messages.${index}.content.${inner}`, block, { index, role: message.role })
    }
  }
  if (body.cache_control) markTail(chain.blocks, ttlOf(body.cache_control))
  return { blocks: chain.blocks, tokens: chain.tokens, heads: { model, tools, system: systemLink, parameters } }
}

/** Leading blocks that two prompts share, all parameters included. */
export function sharedBlocks(a: Prompt, b: Prompt): number {
  const limit = Math.min(a.blocks.length, b.blocks.length)
  let shared = 0
  while (shared < limit && a.blocks[shared]?.link === b.blocks[shared]?.link) shared += 1
  return shared
}

/** A block's JSON without the markers on it and on the parts of its content. */
export function canonicalBytes(block: unknown): string {
  if (!isObject(block)) return JSON.stringify(block)
  const { cache_control: _marker, ...bare } = block
  if (!Array.isArray(bare.content)) return JSON.stringify(bare)
  return JSON.stringify({ ...bare, content: bare.content.map(withoutMarker) })
}

function withoutMarker(part: unknown): unknown {
  if (!isObject(part)) return part
  const { cache_control: _marker, ...bare } = part
  return bare
}

class Chain {
  readonly blocks: PromptBlock[] = []
  tokens = 0
  constructor(public link: string) {}

  mix(text: string): void {
    this.link = hash(this.link, text)
  }

  add(
    level: PromptBlock['level'],
    path: string,
    block: unknown,
    message: { index: number; role: 'user' | 'assistant' } | null = null,
  ): void {
    const bytes = canonicalBytes(block)
    this.link = hash(this.link, message?.role ?? level, bytes)
    this.tokens += countBlock(block, bytes)
    this.blocks.push({
      level,
      kind: isObject(block) && typeof block.type === 'string' ? block.type : 'tool',
      path,
      message: message?.index ?? -1,
      role: message?.role ?? null,
      bytes,
      link: this.link,
      tokensUpTo: this.tokens,
      marker: markerOf(block),
    })
  }
}

/** Automatic caching: the marker goes on the last block that may carry one. */
function markTail(blocks: PromptBlock[], ttl: Ttl): void {
  const tail = blocks.findLast((block) => block.kind !== 'thinking' && block.kind !== 'redacted_thinking')
  if (tail !== undefined && tail.marker === null) tail.marker = ttl
}

function hash(...parts: readonly string[]): string {
  const digest = createHash('sha256')
  for (const part of parts) digest.update(`${part.length}:`).update(part)
  return digest.digest('base64url')
}
