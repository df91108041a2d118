// Thinking blocks are signed over their text and over the prefix they were thought after. The signature carries how
// many blocks that prefix had, so it can be verified by a simulator that has never seen the conversation.
import { createHash, createHmac } from 'node:crypto'
import { blocksOf, type MessagesBody } from '../validation/body-schema'
import type { Problem } from '../validation/problem'
import type { Prompt } from './divide-prompt'

/** `prefix`: bound to everything before it. `content`: only the text is protected. `off`: never checked. */
export type ThinkingBinding = 'prefix' | 'content' | 'off'

export type Signer = {
  /** Signature for thinking that answers this prompt. */
  sign: (thinking: string, prompt: Prompt) => string
  /** Opaque data of a redacted block that answers this prompt. */
  redact: (hidden: string, prompt: Prompt) => string
  /** The first block whose signature does not hold in this body, or null. */
  verify: (body: MessagesBody, prompt: Prompt) => Problem | null
}

/** A signer with a fixed secret: signatures stay valid across restarts of the simulator. */
export function createSigner(secret: string, binding: ThinkingBinding): Signer {
  const seal = (kind: string, text: string, count: number, prefix: string): string => {
    const bound = binding === 'prefix' ? `${count}:${prefix}` : ''
    const mac = createHmac('sha256', secret).update(`${kind}:${bound}:${text}`).digest('base64url')
    return Buffer.from(`${count}.${mac}`).toString('base64')
  }
  const sealNow = (kind: string, text: string, prompt: Prompt): string => {
    const count = messageBlockCount(prompt)
    return seal(kind, text, count, prefixHash(prompt, count))
  }
  return {
    sign: (thinking, prompt) => sealNow('thinking', thinking, prompt),
    redact: (hidden, prompt) => {
      const covered = Buffer.from(hidden).toString('base64url')
      return `${covered}.${sealNow('redacted', covered, prompt)}`
    },
    verify: (body, prompt) => (binding === 'off' ? null : verifyBody(body, prompt, seal)),
  }
}

/** Names the first `count` message blocks of a prompt together with its tools and system; parameters are left out. */
export function prefixHash(prompt: Prompt, count: number): string {
  const digest = createHash('sha256')
  let left = count
  for (const block of prompt.blocks) {
    if (block.level === 'messages' && left-- <= 0) break
    digest.update(`${block.role ?? block.level}:${block.bytes.length}:`).update(block.bytes)
  }
  return digest.digest('base64url')
}

/** How many blocks the messages of a prompt have. */
export function messageBlockCount(prompt: Prompt): number {
  return prompt.blocks.filter((block) => block.level === 'messages').length
}

type Seal = (kind: string, text: string, count: number, prefix: string) => string

function verifyBody(body: MessagesBody, prompt: Prompt, seal: Seal): Problem | null {
  const prefixes = new Map<number, string>()
  const prefixAt = (count: number): string => {
    const known = prefixes.get(count) ?? prefixHash(prompt, count)
    prefixes.set(count, known)
    return known
  }
  let before = 0
  for (const [index, message] of body.messages.entries()) {
    const start = before
    for (const [inner, block] of blocksOf(message).entries()) {
      const path = `messages.${index}.content.${inner}`
      before += 1
      const signed = signedParts(block)
      if (signed === null) continue
      const count = Number(Buffer.from(signed.signature, 'base64').toString().split('.')[0])
      // A block belongs to the message it stands in: its prefix ends before it, and inside only after a paused turn.
      const inPlace = Number.isInteger(count) && count >= start && count < before
      if (inPlace && signed.signature === seal(signed.kind, signed.text, count, prefixAt(count))) continue
      const field = signed.kind === 'thinking' ? 'signature' : 'data'
      return { path, message: `Invalid \`${field}\` in \`${block.type}\` block` }
    }
  }
  return null
}

function signedParts(block: { type: string }): { kind: string; text: string; signature: string } | null {
  if ('signature' in block && 'thinking' in block) {
    return { kind: 'thinking', text: String(block.thinking), signature: String(block.signature) }
  }
  if (block.type === 'redacted_thinking' && 'data' in block) {
    const [covered = '', signature = ''] = String(block.data).split('.')
    return { kind: 'redacted', text: covered, signature }
  }
  return null
}
