// The validator: runs before every send and is as strict as the strictest server.
import { type BlockFacts, factsOfBody, type MessageFacts, type RequestFacts } from './request-facts'

export interface Violation {
  path: string
  message: string
}

type Placed = readonly [path: string, block: Pick<BlockFacts, 'type' | 'marker'>]

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * Checks a whole body.
 *
 * @param afterPause the last response paused its turn: only then may a request end on the model's message
 * @returns the first violation, or null
 */
export function validateRequest(bodyText: string, afterPause = false): Violation | null {
  return (
    checkFacts(factsOfBody(JSON.parse(bodyText)), afterPause) ??
    (hasLoneSurrogate(bodyText) ? { path: 'body', message: 'holds a lone surrogate' } : null)
  )
}

/** The same by the facts alone; that no text holds a lone surrogate is the caller's to check. */
export function checkFacts(facts: RequestFacts, afterPause: boolean): Violation | null {
  return (
    checkMarkers(facts) ??
    checkTools(facts) ??
    checkRoles(facts.messages, afterPause) ??
    checkPairs(facts.messages) ??
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

/** Every block with a marker, in the order of the prompt; the parts of a result stand before the result itself. */
function* marked({ tools, system, messages }: RequestFacts): Generator<Placed> {
  for (const [n, { marker }] of tools.entries()) if (marker) yield [`tools.${n}`, { type: 'tool', marker }]
  for (const [n, block] of system.entries()) if (block.marker) yield [`system.${n}`, block]
  for (const [m, { content }] of messages.entries())
    for (const [n, block] of content.entries()) {
      const path = `messages.${m}.content.${n}`
      for (const [p, part] of block.parts.entries()) if (part.marker) yield [`${path}.content.${p}`, part]
      if (block.marker) yield [path, block]
    }
}

function checkMarkers(facts: RequestFacts): Violation | null {
  let count = 0
  let shortLived = false
  for (const [path, { type, marker }] of marked(facts)) {
    if (type === 'thinking' || type === 'redacted_thinking') return { path, message: 'a cache marker on thinking' }
    if (++count > 4) return { path, message: 'more than four cache markers' }
    if (marker !== '1h') shortLived = true
    else if (shortLived) return { path, message: 'a long-lived cache marker after a short-lived one' }
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
  user: ['tool_use', 'thinking', 'redacted_thinking'],
  assistant: ['tool_result', 'image', 'document'],
}

function checkRoles(messages: readonly MessageFacts[], afterPause: boolean): Violation | null {
  if (messages.length === 0) return { path: 'messages', message: 'no message' }
  for (const [m, message] of messages.entries()) {
    const expected = m % 2 === 0 ? 'user' : 'assistant'
    if (message.role !== expected)
      return { path: `messages.${m}`, message: `role ${message.role}, expected ${expected}` }
    if (message.content.length === 0) return { path: `messages.${m}`, message: 'no content' }
    const odd = message.content.findIndex(({ type }) => WRONG_ROLE[expected].includes(type))
    if (odd >= 0) return { path: `messages.${m}.content.${odd}`, message: `not for a message of the ${expected}` }
  }
  if (messages.at(-1)?.role !== 'user' && !afterPause)
    return { path: `messages.${messages.length - 1}`, message: 'ends on a message of the model' }
  return null
}

function checkPairs(messages: readonly MessageFacts[]): Violation | null {
  const seen = new Set<unknown>()
  let open: unknown[] = []
  for (const [m, message] of messages.entries()) {
    const path = `messages.${m}`
    if (message.role === 'user') {
      const problem = checkResults(message.content, open, path)
      if (problem) return problem
      open = []
      continue
    }
    for (const block of message.content) {
      if (block.type !== 'tool_use') continue
      if (seen.has(block.id)) return { path, message: `the tool call id ${String(block.id)} stands twice` }
      seen.add(block.id)
      open.push(block.id)
    }
  }
  return open.length > 0 && messages.at(-1)?.role === 'assistant'
    ? { path: 'messages', message: 'a tool call is not answered' }
    : null
}

function checkResults(content: readonly BlockFacts[], open: readonly unknown[], path: string): Violation | null {
  const waiting = new Set(open)
  let other = false
  for (const block of content) {
    if (block.type !== 'tool_result') {
      other = true
      continue
    }
    if (other) return { path, message: 'a tool result after other content' }
    if (!waiting.delete(block.toolUseId))
      return { path, message: `a result for ${String(block.toolUseId)}, which is not open` }
  }
  return waiting.size > 0 ? { path, message: `no result for ${String([...waiting][0])}` } : null
}

function checkTexts({ system, messages }: RequestFacts): Violation | null {
  for (const [n, block] of system.entries()) if (block.blank) return { path: `system.${n}`, message: 'empty text' }
  for (const [m, { content }] of messages.entries())
    for (const [n, block] of content.entries()) {
      const path = `messages.${m}.content.${n}`
      if (block.blank) return { path, message: 'empty text' }
      const part = block.parts.findIndex(({ blank }) => blank)
      if (part >= 0) return { path: `${path}.content.${part}`, message: 'empty text' }
    }
  return null
}
