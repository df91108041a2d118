// The validator: runs before every send and is as strict as the strictest server.

export interface Violation {
  path: string
  message: string
}

interface Block {
  type?: unknown
  text?: unknown
  id?: unknown
  name?: unknown
  tool_use_id?: unknown
  content?: unknown
  cache_control?: { ttl?: unknown }
  [key: string]: unknown
}

interface Body {
  system?: Block[]
  tools?: Block[]
  messages: { role: string; content: Block[] }[]
}

type Placed = readonly [path: string, block: Block]

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/

/**
 * Checks a whole body.
 *
 * @param afterPause the last response paused its turn: only then may a request end on the model's message
 * @returns the first violation, or null
 */
export function validateRequest(bodyText: string, afterPause = false): Violation | null {
  const body = JSON.parse(bodyText) as Body
  return (
    checkMarkers(body) ??
    checkTools(body) ??
    checkRoles(body, afterPause) ??
    checkPairs(body) ??
    checkTexts(body) ??
    (hasLoneSurrogate(bodyText) ? { path: 'body', message: 'holds a lone surrogate' } : null)
  )
}

/** JSON.stringify writes lone surrogates as escapes, so both forms are looked for. */
function hasLoneSurrogate(bodyText: string): boolean {
  if (LONE_SURROGATE.test(bodyText)) return true
  if (!/\\ud[89a-f]/i.test(bodyText)) return false
  return LONE_SURROGATE.test(
    bodyText.replace(/\\\\|\\u(d[89a-f][0-9a-f]{2})/gi, (whole, hex: string | undefined) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : whole,
    ),
  )
}

/** Every block that may bear a marker, in the order of the prompt; the parts of a result stand before the result itself. */
function markable(body: Body): Placed[] {
  const withParts = (path: string, block: Block): Placed[] => [...partsOf(path, block), [path, block]]
  return [
    ...(body.tools ?? []).map((tool, n): Placed => [`tools.${n}`, tool]),
    ...(body.system ?? []).map((block, n): Placed => [`system.${n}`, block]),
    ...body.messages.flatMap((message, m) =>
      message.content.flatMap((block, n) => withParts(`messages.${m}.content.${n}`, block)),
    ),
  ]
}

function partsOf(path: string, block: Block): Placed[] {
  if (block.type !== 'tool_result' || !Array.isArray(block.content)) return []
  return block.content.map((part: Block, n): Placed => [`${path}.content.${n}`, part])
}

function checkMarkers(body: Body): Violation | null {
  let count = 0
  let shortLived = false
  for (const [path, block] of markable(body)) {
    if (!block.cache_control) continue
    if (block.type === 'thinking' || block.type === 'redacted_thinking')
      return { path, message: 'a cache marker on thinking' }
    if (++count > 4) return { path, message: 'more than four cache markers' }
    if (block.cache_control.ttl !== '1h') shortLived = true
    else if (shortLived) return { path, message: 'a long-lived cache marker after a short-lived one' }
  }
  return null
}

function checkTools(body: Body): Violation | null {
  const names = new Set<unknown>()
  for (const [n, tool] of (body.tools ?? []).entries()) {
    if (names.has(tool.name)) return { path: `tools.${n}`, message: `the tool ${String(tool.name)} stands twice` }
    names.add(tool.name)
  }
  const used = body.messages.some(({ content }) =>
    content.some(({ type }) => type === 'tool_use' || type === 'tool_result'),
  )
  return used && names.size === 0 ? { path: 'tools', message: 'calls or results, but no tools' } : null
}

/** What only the other side says. */
const WRONG_ROLE = {
  user: ['tool_use', 'thinking', 'redacted_thinking'],
  assistant: ['tool_result', 'image', 'document'],
}

function checkRoles(body: Body, afterPause: boolean): Violation | null {
  const { messages } = body
  if (messages.length === 0) return { path: 'messages', message: 'no message' }
  for (const [m, message] of messages.entries()) {
    const expected = m % 2 === 0 ? 'user' : 'assistant'
    if (message.role !== expected)
      return { path: `messages.${m}`, message: `role ${message.role}, expected ${expected}` }
    if (message.content.length === 0) return { path: `messages.${m}`, message: 'no content' }
    const odd = message.content.findIndex(({ type }) => WRONG_ROLE[expected].includes(String(type)))
    if (odd >= 0) return { path: `messages.${m}.content.${odd}`, message: `not for a message of the ${expected}` }
  }
  if (messages.at(-1)?.role !== 'user' && !afterPause)
    return { path: `messages.${messages.length - 1}`, message: 'ends on a message of the model' }
  return null
}

function checkPairs(body: Body): Violation | null {
  const seen = new Set<unknown>()
  let open: unknown[] = []
  for (const [m, message] of body.messages.entries()) {
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
  return open.length > 0 && body.messages.at(-1)?.role === 'assistant'
    ? { path: 'messages', message: 'a tool call is not answered' }
    : null
}

function checkResults(content: readonly Block[], open: readonly unknown[], path: string): Violation | null {
  const waiting = new Set(open)
  let other = false
  for (const block of content) {
    if (block.type !== 'tool_result') {
      other = true
      continue
    }
    if (other) return { path, message: 'a tool result after other content' }
    if (!waiting.delete(block.tool_use_id))
      return { path, message: `a result for ${String(block.tool_use_id)}, which is not open` }
  }
  return waiting.size > 0 ? { path, message: `no result for ${String([...waiting][0])}` } : null
}

function checkTexts(body: Body): Violation | null {
  const all: Placed[] = [
    ...(body.system ?? []).map((block, n): Placed => [`system.${n}`, block]),
    ...body.messages.flatMap((message, m) =>
      message.content.flatMap((block, n): Placed[] => {
        const path = `messages.${m}.content.${n}`
        return [[path, block], ...partsOf(path, block)]
      }),
    ),
  ]
  for (const [path, block] of all)
    if (block.type === 'text' && (typeof block.text !== 'string' || block.text.trim() === ''))
      return { path, message: 'empty text' }
  return null
}
