// Rules between messages: roles alternate, calls are answered.
import { blocksOf, type Message, type MessagesBody } from './body-schema'
import { isSummary } from './check-compaction'
import type { Problem } from './problem'

/** Roles alternate, beginning with the user or with a summary of the server; nothing is merged. */
export function checkRoles(body: MessagesBody): Problem | null {
  const { messages } = body
  if (messages[0]?.role !== 'user' && !isSummary(messages[0])) {
    return { path: 'messages.0', message: 'first message must use the "user" role' }
  }
  for (const [index, message] of messages.entries()) {
    if (index > 0 && messages[index - 1]?.role === message.role) {
      const words = `roles must alternate between "user" and "assistant", but found multiple "${message.role}" roles in a row`
      return { path: `messages.${index}`, message: words }
    }
  }
  return null
}

/**
 * The conversation ends with the user; on an assistant message only where a paused turn is continued, or where it is to be
 * summarised, since nothing is said after it then.
 */
export function checkEnd(body: MessagesBody, mayContinue: boolean): Problem | null {
  if (body.messages.at(-1)?.role === 'user' || mayContinue || body.compaction) return null
  return {
    path: `messages.${body.messages.length - 1}`,
    message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
  }
}

/** Call ids are unique in the conversation. */
export function checkCallIds(body: MessagesBody): Problem | null {
  const seen = new Set<string>()
  for (const [index, message] of body.messages.entries()) {
    for (const [inner, block] of blocksOf(message).entries()) {
      if (block.type !== 'tool_use') continue
      if (seen.has(block.id)) {
        return { path: `messages.${index}.content.${inner}`, message: '`tool_use` ids must be unique' }
      }
      seen.add(block.id)
    }
  }
  return null
}

/** Each call is answered exactly once, in the very next message, before any other content of it. */
export function checkCallsAnswered(body: MessagesBody): Problem | null {
  for (const [index, message] of body.messages.entries()) {
    const problem =
      message.role === 'user'
        ? checkResults(message, callIds(body.messages[index - 1]), `messages.${index}`)
        : checkAnswered(message, body.messages[index + 1], `messages.${index}`)
    if (problem !== null) return problem
  }
  return null
}

/**
 * What the server calls itself is answered in the same message, after the call, by one result; only where a paused turn goes on may
 * the calls at the end be open. The tool called is among the tools.
 */
export function checkServerCalls(body: MessagesBody, mayContinue: boolean): Problem | null {
  const offered = new Set((body.tools ?? []).map(({ name }) => name))
  for (const [index, message] of body.messages.entries()) {
    const open = new Map<string, string>()
    for (const [inner, block] of blocksOf(message).entries()) {
      const path = `messages.${index}.content.${inner}`
      if (block.type === 'server_tool_use') {
        if (!offered.has(block.name)) return { path, message: `the tool ${block.name} is not provided` }
        open.set(block.id, block.name)
      } else if (block.type === 'web_search_tool_result' || block.type === 'web_fetch_tool_result') {
        const name = open.get(block.tool_use_id)
        if (`${name}_tool_result` !== block.type)
          return { path, message: `\`${block.type}\` without its \`server_tool_use\` before it` }
        open.delete(block.tool_use_id)
      }
    }
    const [id, name] = [...open][0] ?? []
    if (id === undefined || (mayContinue && index === body.messages.length - 1)) continue
    const words = `\`${name}\` tool use with id \`${id}\` was found without a corresponding \`${name}_tool_result\` block`
    return { path: `messages.${index}`, message: words }
  }
  return null
}

function checkAnswered(message: Message, next: Message | undefined, path: string): Problem | null {
  const answered = new Set(next === undefined ? [] : resultIds(next))
  const open = callIds(message).filter((id) => !answered.has(id))
  if (open.length === 0) return null
  return {
    path,
    message: `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
  }
}

function checkResults(message: Message, calls: readonly string[], path: string): Problem | null {
  const open = new Set(calls)
  const seen = new Set<string>()
  let otherContent = false
  for (const [inner, block] of blocksOf(message).entries()) {
    if (block.type !== 'tool_result') {
      otherContent = true
      continue
    }
    const at = `${path}.content.${inner}`
    if (seen.has(block.tool_use_id)) {
      return {
        path: at,
        message: `each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${block.tool_use_id}`,
      }
    }
    if (!open.has(block.tool_use_id)) {
      return {
        path: at,
        message: `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${block.tool_use_id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      }
    }
    if (otherContent) return { path: at, message: '`tool_result` blocks must come before any other content' }
    seen.add(block.tool_use_id)
  }
  return null
}

function callIds(message: Message | undefined): string[] {
  if (message === undefined) return []
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
}

function resultIds(message: Message): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []))
}
