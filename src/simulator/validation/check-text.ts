// Rules for text: never empty, never white space only, never half a character.
import { isObject } from '../json'
import { blocksOf, type MessagesBody } from './body-schema'
import type { Problem } from './problem'

/** Refuses strings that hold half of a surrogate pair, anywhere in the body, keys included. */
export function checkSurrogates(value: unknown, path = ''): Problem | null {
  if (typeof value === 'string') {
    return value.isWellFormed()
      ? null
      : { path, message: 'The request body is not valid JSON: no low surrogate in string' }
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const problem = checkSurrogates(item, join(path, String(index)))
      if (problem !== null) return problem
    }
    return null
  }
  if (!isObject(value)) return null
  for (const [key, item] of Object.entries(value)) {
    const problem = checkSurrogates(key, path) ?? checkSurrogates(item, join(path, key))
    if (problem !== null) return problem
  }
  return null
}

/** Refuses empty messages, empty text blocks and text of white space only, also in `system` and in tool results. */
export function checkTexts(body: MessagesBody): Problem | null {
  if (Array.isArray(body.system)) {
    for (const [index, block] of body.system.entries()) {
      const problem = checkText(block.text, `system.${index}`)
      if (problem !== null) return problem
    }
  }
  for (const [index, message] of body.messages.entries()) {
    const problem = checkMessage(message, `messages.${index}`)
    if (problem !== null) return problem
  }
  return null
}

function checkMessage(message: MessagesBody['messages'][number], path: string): Problem | null {
  if (message.content.length === 0) return { path, message: `${message.role} messages must have non-empty content` }
  for (const [index, block] of blocksOf(message).entries()) {
    const at = `${path}.content.${index}`
    if (block.type === 'text') {
      const problem = checkText(block.text, at)
      if (problem !== null) return problem
    }
    if (block.type === 'tool_result' && Array.isArray(block.content)) {
      for (const [inner, part] of block.content.entries()) {
        const problem = part.type === 'text' ? checkText(part.text, `${at}.content.${inner}`) : null
        if (problem !== null) return problem
      }
    }
  }
  return null
}

function checkText(text: string, path: string): Problem | null {
  if (text === '') return { path, message: 'text content blocks must be non-empty' }
  if (text.trim() === '') return { path, message: 'text content blocks must contain non-whitespace text' }
  return null
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
