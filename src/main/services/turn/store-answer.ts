// Storing a complete answer: its blocks verbatim, its items, its calls, the request's end; one transaction.
import { textBlock } from '../../../core/fork/plan-fork'
import { type AnswerBlock, blockJson } from '../../../core/turn/stream-fold'
import { openServerCalls } from '../../../core/wire/server-tools'
import type { RequestRecord, ThreadRecord, ToolCallRecord } from '../../store/records'
import type { Commit, Store } from '../../store/store'
import type { HostParts } from '../host-parts'
import { changeThread, changeTurn } from '../views'
import type { ReadyEpoch } from './epochs'
import { appendBlocks, type BlockToAppend } from './history'
import type { LiveAnswer } from './live-answer'
import { finishRequest } from './request-attempt'

type StoreParts = Pick<HostParts, 'store' | 'hash' | 'clock' | 'ids'>

/** The names servers take; a call of any other one could never be sent back. */
const TOOL_NAME = /^[\w-]{1,128}$/

/** What is sent for an answer without any content, since a message must have some. */
const NO_ANSWER = '(no answer)'

/**
 * Stores an answer that ended properly. Calls whose input was cut off by the output limit are stored with an empty input;
 * they are never executed.
 */
export function storeAnswer(
  parts: StoreParts,
  tx: Commit,
  thread: ThreadRecord,
  request: RequestRecord,
  ready: ReadyEpoch,
  live: LiveAnswer,
  refused: boolean,
): void {
  const { store } = parts
  if (refused) {
    keepForPerson(parts, tx, thread, request, live)
    return
  }
  const calls = live.answer.blocks.filter((block) => block.type === 'tool_use')
  const taken = new Set<string>()
  for (const block of calls) makeRunnable(store, thread.id, live, block, taken)
  const blocks = blocksOf(live)
  appendBlocks(parts, thread, request.turnId, ready.epoch, blocks.stored)
  for (const item of live.items(false)) {
    store.items.add(thread.id, item)
    tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: thread.id, item })
  }
  store.toolCalls.insert(calls.map((block, ordinal) => callRecord(thread, request.turnId, live, block, ordinal)))
  finishRequest(parts, tx, request, live, 'ok')
  // Nothing leaves in the middle of what the provider is doing.
  if (!blocks.open) changeTurn(store, tx, request.turnId, { forkPosition: store.blocks.count(thread.id) })
  changeThread(store, tx, thread.id, { steps: thread.steps + 1, silentSince: null })
}

/** A refused answer is kept for the person and not sent again. */
function keepForPerson(
  parts: StoreParts,
  tx: Commit,
  thread: ThreadRecord,
  request: RequestRecord,
  live: LiveAnswer,
): void {
  for (const item of live.items(true)) {
    parts.store.items.add(thread.id, item)
    tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: thread.id, item })
  }
  finishRequest(parts, tx, request, live, 'refused')
}

/** What is stored of an answer; calls of the provider's are open only while it pauses, and left out where they never were answered. */
function blocksOf(live: LiveAnswer): { stored: BlockToAppend[]; open: boolean } {
  const facts = live.answer.blocks.map(({ type, fields }) => ({ type, id: fields.id, toolUseId: fields.tool_use_id }))
  const unanswered = openServerCalls(facts)
  const pauses = live.answer.stopReason === 'pause_turn'
  const blocks = live.answer.blocks.flatMap((block): BlockToAppend[] => {
    const json = blockJson(block)
    if (json === null) return []
    if (!pauses && block.type === 'server_tool_use' && unanswered.includes(String(block.fields.id))) return []
    const toolUseId = block.type === 'tool_use' ? String(block.fields.id) : null
    return [{ role: 'assistant', origin: 'model', type: block.type, json, toolUseId }]
  })
  const open = pauses && unanswered.length > 0
  if (blocks.some((block) => block.type !== 'thinking' && block.type !== 'redacted_thinking'))
    return { stored: blocks, open }
  return { stored: [...blocks, { ...textBlock(NO_ANSWER, 'app'), role: 'assistant' }], open }
}

/**
 * Gives a call what it needs to be sent back: an input that was cut off becomes empty, a name no server takes one that it
 * does, and an id that is missing or was used before in this history (some servers count from one in every answer) one of
 * ours.
 */
function makeRunnable(store: Store, threadId: string, live: LiveAnswer, block: AnswerBlock, taken: Set<string>): void {
  if (!block.complete) block.fields.input = {}
  block.complete = true
  const { id, name } = block.fields
  if (typeof name !== 'string' || !TOOL_NAME.test(name))
    block.fields.name =
      String(name ?? '')
        .replaceAll(/[^\w-]/g, '_')
        .slice(0, 128) || 'unknown'
  if (typeof id !== 'string' || !/^[\w-]+$/.test(id) || taken.has(id) || isUsed(store, threadId, id))
    block.fields.id = `toolu_${live.itemId(block)}`
  taken.add(String(block.fields.id))
}

function isUsed(store: Store, threadId: string, toolUseId: string): boolean {
  return store.threads.ancestors(threadId).some((part) => store.toolCalls.get(part.threadId, toolUseId) !== undefined)
}

function callRecord(
  thread: ThreadRecord,
  turnId: string,
  live: LiveAnswer,
  block: AnswerBlock,
  ordinal: number,
): ToolCallRecord {
  return {
    toolUseId: String(block.fields.id),
    threadId: thread.id,
    turnId,
    itemId: live.itemId(block),
    ordinal,
    name: String(block.fields.name),
    input: block.fields.input,
    state: 'pending',
    resultJson: null,
    isError: false,
    sealed: false,
  }
}
