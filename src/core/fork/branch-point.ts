// Where a fork leaves its parent: how much of the history is inherited, and which calls need closing.

export interface HistoryBlock {
  position: number
  message: number
  role: 'user' | 'assistant'
  type: string
  turnId: string
  toolUseId: string | null
}

export interface Inheritance {
  /** Blocks below this position are inherited. */
  position: number
  /** How many messages that are. */
  messages: number
  /** Calls of the last inherited message that have no inherited result: the fork's own first message answers them. */
  openCalls: string[]
}

/**
 * What a person's fork from a turn that is at rest inherits: everything up to the turn's end. An unanswered text of the
 * person at the end is left out; results at the end stay.
 *
 * @param blocks the parent's whole history, in order
 * @returns null when the turn holds no complete message of the model
 */
export function inheritTurn(blocks: readonly HistoryBlock[], turnId: string): Inheritance | null {
  let end = -1
  for (const [n, block] of blocks.entries()) {
    if (block.turnId !== turnId) continue
    if (block.role === 'assistant' || block.type === 'tool_result') end = n
  }
  if (!blocks.some((block) => block.turnId === turnId && block.role === 'assistant')) return null
  return cutAfter(blocks, end)
}

/**
 * What a person's fork from a turn that still runs inherits: up to the last message whose calls are all answered, with
 * those answers.
 */
export function inheritRunning(blocks: readonly HistoryBlock[], turnId: string): Inheritance | null {
  let end = -1
  for (const [n, block] of blocks.entries()) {
    if (block.turnId !== turnId) continue
    if (block.type === 'tool_result') end = n
    else if (block.role === 'assistant' && !followedByOpenCall(blocks, n)) end = n
  }
  if (end < 0 || !blocks.slice(0, end + 1).some((b) => b.turnId === turnId && b.role === 'assistant')) return null
  return cutAfter(blocks, end)
}

/**
 * What is inherited of a thread whose model has not answered yet: what it inherited itself, with the results that its own
 * first message supplies; its instruction and directive, which nobody has answered, are left out.
 */
export function inheritUnanswered(blocks: readonly HistoryBlock[]): Inheritance {
  return cutAfter(
    blocks,
    blocks.findLastIndex((block) => block.role === 'assistant' || block.type === 'tool_result'),
  )
}

/** What the model's own fork inherits: everything up to and with the message that calls `Agent`. */
export function inheritAll(blocks: readonly HistoryBlock[]): Inheritance {
  return cutAfter(blocks, blocks.length - 1)
}

/** Whether the message that block `n` belongs to has calls without sealed results. */
function followedByOpenCall(blocks: readonly HistoryBlock[], n: number): boolean {
  const message = blocks[n]?.message
  const calls = blocks.filter((block) => block.message === message && block.type === 'tool_use')
  const answered = new Set(blocks.filter((block) => block.type === 'tool_result').map((block) => block.toolUseId))
  return calls.some((call) => !answered.has(call.toolUseId))
}

function cutAfter(blocks: readonly HistoryBlock[], end: number): Inheritance {
  const last = blocks[end]
  if (!last) return { position: blocks[0]?.position ?? 0, messages: 0, openCalls: [] }
  const open = new Set<string>()
  const answered = new Set<string>()
  for (const { type, toolUseId } of blocks.slice(0, end + 1)) {
    if (!toolUseId) continue
    if (type === 'tool_use' && !answered.has(toolUseId)) open.add(toolUseId)
    if (type !== 'tool_result') continue
    answered.add(toolUseId)
    open.delete(toolUseId)
  }
  return { position: last.position + 1, messages: last.message + 1, openCalls: [...open] }
}
