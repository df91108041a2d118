// The validator: runs before every send and is as strict as the strictest server.
import { type BlockFacts, factsOfBody, type MessageFacts, type RequestFacts } from './request-facts'
import { isServerResult, openServerCalls } from './server-tools'

export interface Violation {
  path: string
  message: string
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * Checks a whole body.
 *
 * @param mayEndOnModel the last response paused its turn, or a summary is asked for: only then may a request end on the
 *   model's message
 * @returns the first violation, or null
 */
export function validateRequest(bodyText: string, mayEndOnModel = false): Violation | null {
  return (
    checkFacts(factsOfBody(JSON.parse(bodyText)), mayEndOnModel) ??
    (hasLoneSurrogate(bodyText) ? { path: 'body', message: 'holds a lone surrogate' } : null)
  )
}

/** The same by the facts alone; that no text holds a lone surrogate is the caller's to check. */
export function checkFacts(facts: RequestFacts, mayEndOnModel: boolean): Violation | null {
  return (
    checkMarkers(facts) ??
    checkTools(facts) ??
    checkRoles(facts.messages, mayEndOnModel) ??
    checkPairs(facts.messages) ??
    checkServerCalls(facts.messages, mayEndOnModel) ??
    checkTexts(facts)
  )
}

/** Whether JSON text holds a lone surrogate. JSON.stringify writes them as escapes, so both forms are looked for. */
export function hasLoneSurrogate(json: string): boolean {
  if (LONE_SURROGATE.test(json)) return true
  if (!/\\ud[89a-f]/i.test(json)) return false
  return LONE_SURROGATE.test(
    json.replace(/\\\\|\\u(d[89a-f][0-9a-f]{2})/gi, (whole, hex: string | undefined) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : whole,
    ),
  )
}

/** Judges markers one after the other, as they stand in the prompt. */
class MarkerRow {
  private count = 0
  private shortLived = false

  next({ type, marker }: Pick<BlockFacts, 'type' | 'marker'>, path: string): Violation | null {
    if (type === 'thinking' || type === 'redacted_thinking') return { path, message: 'a cache marker on thinking' }
    if (++this.count > 4) return { path, message: 'more than four cache markers' }
    if (marker !== '1h') this.shortLived = true
    else if (this.shortLived) return { path, message: 'a long-lived cache marker after a short-lived one' }
    return null
  }
}

/** The parts of a result stand before the result itself. Few of very many blocks bear one: a path is written for those only. */
function checkMarkers({ tools, system, messages }: RequestFacts): Violation | null {
  const row = new MarkerRow()
  for (const [n, { marker }] of tools.entries()) {
    const problem = marker && row.next({ type: 'tool', marker }, `tools.${n}`)
    if (problem) return problem
  }
  for (const [n, block] of system.entries()) {
    const problem = block.marker && row.next(block, `system.${n}`)
    if (problem) return problem
  }
  for (const [m, { content }] of messages.entries()) {
    if (!content.some(mayBearMarkers)) continue
    for (const [n, block] of content.entries()) {
      const inner = block.parts.length > 0 ? checkMarkedParts(row, block.parts, `messages.${m}.content.${n}`) : null
      const problem = inner ?? (block.marker && row.next(block, `messages.${m}.content.${n}`))
      if (problem) return problem
    }
  }
  return null
}

function mayBearMarkers({ marker, parts }: BlockFacts): boolean {
  return marker !== null || parts.length > 0
}

function checkMarkedParts(row: MarkerRow, parts: readonly BlockFacts[], path: string): Violation | null {
  for (const [p, part] of parts.entries()) {
    const problem = part.marker && row.next(part, `${path}.content.${p}`)
    if (problem) return problem
  }
  return null
}

function checkTools({ tools, messages }: RequestFacts): Violation | null {
  const names = new Set<unknown>()
  for (const [n, { name }] of tools.entries()) {
    if (names.has(name)) return { path: `tools.${n}`, message: `the tool ${String(name)} stands twice` }
    names.add(name)
  }
  const used = messages.some(({ content }) => content.some(({ type }) => type === 'tool_use' || type === 'tool_result'))
  return used && names.size === 0 ? { path: 'tools', message: 'calls or results, but no tools' } : null
}

/** What only the other side says. */
const WRONG_ROLE = {
  user: ['tool_use', 'server_tool_use', 'thinking', 'redacted_thinking', 'compaction'],
  assistant: ['tool_result', 'image', 'document'],
}

function checkRoles(messages: readonly MessageFacts[], mayEndOnModel: boolean): Violation | null {
  if (messages.length === 0) return { path: 'messages', message: 'no message' }
  // A conversation that a provider summarised begins with its summary, which is the model's.
  const summarised = messages[0]?.content[0]?.type === 'compaction' ? 1 : 0
  for (const [m, message] of messages.entries()) {
    const expected = m % 2 === summarised ? 'user' : 'assistant'
    if (message.role !== expected)
      return { path: `messages.${m}`, message: `role ${message.role}, expected ${expected}` }
    if (message.content.length === 0) return { path: `messages.${m}`, message: 'no content' }
    const odd = message.content.findIndex(
      ({ type }) => WRONG_ROLE[expected].includes(type) || (expected === 'user' && isServerResult(type)),
    )
    if (odd >= 0) return { path: `messages.${m}.content.${odd}`, message: `not for a message of the ${expected}` }
    const summary = message.content.findLastIndex(({ type }) => type === 'compaction')
    if (summary >= 0 && (m > 0 || message.content.length > 1))
      return {
        path: `messages.${m}.content.${summary}`,
        message: 'a summary that does not stand alone at the beginning',
      }
  }
  if (messages.at(-1)?.role !== 'user' && !mayEndOnModel)
    return { path: `messages.${messages.length - 1}`, message: 'ends on a message of the model' }
  return null
}

function checkPairs(messages: readonly MessageFacts[]): Violation | null {
  const seen = new Set<unknown>()
  let open: unknown[] = []
  for (const [m, message] of messages.entries()) {
    if (message.role === 'user') {
      const problem = problemOfResults(message.content, open)
      if (problem !== null) return { path: `messages.${m}`, message: problem }
      if (open.length > 0) open = []
      continue
    }
    for (const block of message.content) {
      if (block.type !== 'tool_use') continue
      if (seen.has(block.id))
        return { path: `messages.${m}`, message: `the tool call id ${String(block.id)} stands twice` }
      seen.add(block.id)
      open.push(block.id)
    }
  }
  return open.length > 0 && messages.at(-1)?.role === 'assistant'
    ? { path: 'messages', message: 'a tool call is not answered' }
    : null
}

function problemOfResults(content: readonly BlockFacts[], open: readonly unknown[]): string | null {
  const waiting = open.length > 0 ? new Set(open) : null
  let other = false
  for (const block of content) {
    if (block.type !== 'tool_result') {
      other = true
      continue
    }
    if (other) return 'a tool result after other content'
    if (!waiting?.delete(block.toolUseId)) return `a result for ${String(block.toolUseId)}, which is not open`
  }
  return waiting && waiting.size > 0 ? `no result for ${String([...waiting][0])}` : null
}

/** What the provider calls itself is answered in the same message; only where a paused turn goes on may the last call be open. */
function checkServerCalls(messages: readonly MessageFacts[], mayEndOnModel: boolean): Violation | null {
  for (const [m, { role, content }] of messages.entries()) {
    if (role !== 'assistant' || (mayEndOnModel && m === messages.length - 1)) continue
    const [open] = openServerCalls(content)
    if (open !== undefined) return { path: `messages.${m}`, message: `the provider's call ${open} is not answered` }
  }
  return null
}

function checkTexts({ system, messages }: RequestFacts): Violation | null {
  for (const [n, block] of system.entries()) if (block.blank) return { path: `system.${n}`, message: 'empty text' }
  for (const [m, { content }] of messages.entries())
    for (const [n, block] of content.entries()) {
      if (block.blank) return { path: `messages.${m}.content.${n}`, message: 'empty text' }
      const part = block.parts.length > 0 ? block.parts.findIndex(({ blank }) => blank) : -1
      if (part >= 0) return { path: `messages.${m}.content.${n}.content.${part}`, message: 'empty text' }
    }
  return null
}
