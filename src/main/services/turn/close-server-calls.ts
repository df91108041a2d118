// A paused answer that is not gone on with: what the provider was doing then is closed, before anything follows it.
import { closingServerResult, openServerCalls } from '../../../core/wire/server-tools'
import type { BlockRecord, EpochRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { appendBlocks } from './history'

interface SentBlock {
  type: string
  id?: string
  name?: string
  tool_use_id?: string
}

/** Appends what closes the provider's open calls, where the history ends on them; within a commit. */
export function closeServerCalls(
  parts: Pick<HostParts, 'store' | 'hash'>,
  thread: { id: string },
  turnId: string,
  epoch: EpochRecord,
): void {
  const sent = lastMessage(parts.store, thread.id).map(({ json }) => JSON.parse(json) as SentBlock)
  const open = openServerCalls(sent.map(({ type, id, tool_use_id }) => ({ type, id, toolUseId: tool_use_id })))
  const closing = sent
    .filter(({ type, id }) => type === 'server_tool_use' && id !== undefined && open.includes(id))
    .map(({ name = '', id = '' }) => closingServerResult(name, id))
  if (closing.length === 0) return
  const blocks = closing.map((result) => ({
    ...result,
    role: 'assistant' as const,
    origin: 'app' as const,
    toolUseId: null,
  }))
  appendBlocks(parts, thread, turnId, epoch, blocks)
}

/** The blocks of the message a history ends with, where a call of the provider's is its last one; else none. */
function lastMessage(store: HostParts['store'], threadId: string): BlockRecord[] {
  const last = store.blocks.last(threadId)
  if (last?.type !== 'server_tool_use') return []
  const blocks: BlockRecord[] = []
  let at: BlockRecord | undefined = last
  while (at && at.message === last.message && at.role === 'assistant') {
    blocks.unshift(at)
    at = at.position === 0 ? undefined : store.blocks.at(threadId, at.position - 1)
  }
  return blocks
}
