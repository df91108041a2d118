// Sealing: what a thread's next user message holds becomes blocks, in the transaction before the send.

import { chooseReplacements, type ReplacementLimits } from '../../../core/content/replacement'
import { resultBlock, textBlock } from '../../../core/fork/plan-fork'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { EpochRecord, PendingTextRecord, ThreadRecord, ToolCallRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import { type AttachedBlocks, attachedBlocks, sealAttachments } from '../attachments/outgoing'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { ToolContent } from '../ports/tools'
import { closeServerCalls } from './close-server-calls'
import { appendBlocks, type BlockToAppend } from './history'
import { previewOf, storeOutput } from './outputs'
import { textOf } from './results'
import { runningForksReminder } from './running-forks'

type SealParts = Pick<HostParts, 'store' | 'hash' | 'clock' | 'ids' | 'settings' | 'outputsDir' | 'log'>

/**
 * Decides, before the sealing transaction, which results are replaced because their message would be too large
 * together. Writing the files is what needs time; the decision itself is frozen within the transaction.
 */
async function replaceForMessage(parts: SealParts, calls: readonly ToolCallRecord[]): Promise<Map<string, string>> {
  const settings = parts.settings()
  const limits: ReplacementLimits = {
    resultChars: Number.POSITIVE_INFINITY, // each result's own limit was applied when it was committed
    messageChars: settings['replace.messageChars'],
    previewChars: settings['replace.previewChars'],
  }
  const open = calls.filter((call) => !parts.store.replacements.get(call.threadId, call.toolUseId))
  const texts = new Map(open.map((call) => [call.toolUseId, textOf(contentOf(call))]))
  const chosen = chooseReplacements(
    open.map((call) => ({ toolUseId: call.toolUseId, text: texts.get(call.toolUseId) ?? null })),
    limits,
  )
  const replaced = new Map<string, string>()
  for (const call of open) {
    const text = texts.get(call.toolUseId)
    if (!chosen.has(call.toolUseId) || typeof text !== 'string') continue
    try {
      const stored = await storeOutput(parts.outputsDir, call.threadId, call.toolUseId, text)
      replaced.set(
        call.toolUseId,
        JSON.stringify({ file: stored.file, text: previewOf(text, stored, limits.previewChars) }),
      )
    } catch (error) {
      logIncident(parts.log, 'output.not-stored', error, { toolUseId: call.toolUseId, chars: text.length })
    }
  }
  return replaced
}

function contentOf(call: ToolCallRecord): ToolContent {
  return JSON.parse(call.resultJson ?? '""') as ToolContent
}

/**
 * Seals everything that waits for a thread's next user message: tool results in call order, then results of finished
 * forks in the order they ended, then what was brought back, then reminders, memory files among them, then what the person
 * wrote. Each is sealed exactly once.
 */
export async function sealUserMessage(
  parts: SealParts,
  thread: ThreadRecord,
  turnId: string,
  epoch: EpochRecord,
): Promise<void> {
  const { store } = parts
  const results = store.toolCalls.unsealed(thread.id)
  const replaced = await replaceForMessage(parts, results)
  if (results.length === 0 && nothingWaits(store, thread.id)) return
  store.commit((tx) => {
    closeServerCalls(parts, thread, turnId, epoch)
    appendResults(parts, thread, epoch, replaced)
    const notifications = sealNotifications(parts, tx, thread, turnId)
    const { brought, noted, written, ids } = sealTexts(parts, thread)
    if (notifications.length + brought.length + noted.length + written.length === 0) return
    const reminder = runningForksReminder(store, thread.id)
    const reminders = reminder ? [textBlock(reminder, 'app')] : []
    const before = [...notifications, ...brought, ...reminders]
    const notes = noted.map(({ text, origin }) => textBlock(text, origin))
    const blocks = [...before, ...notes, ...written]
    const sealed = appendBlocks(parts, thread, turnId, epoch, blocks)
    sealAttachments(parts, blocks, sealed, ids)
    for (const [n, { id }] of noted.entries())
      store.memoryLoads.seal(id, sealed[before.length + n]?.position ?? store.blocks.count(thread.id))
  })
}

function nothingWaits(store: SealParts['store'], threadId: string): boolean {
  return store.notifications.pendingFor(threadId).length === 0 && store.pendingTexts.of(threadId).length === 0
}

/**
 * Seals only the results of a thread at rest, so that its forks inherit them and what was decided about large ones, instead
 * of each deciding anew. A thread that runs, or that has an open call, is left alone.
 */
export async function sealResults(parts: SealParts, thread: ThreadRecord): Promise<void> {
  const { store } = parts
  const epoch = store.epochs.current(thread.id)
  if (!epoch || LIVE_STATES.has(thread.state) || store.toolCalls.open(thread.id).length > 0) return
  const replaced = await replaceForMessage(parts, store.toolCalls.unsealed(thread.id))
  store.commit(() => {
    if (store.toolCalls.open(thread.id).length === 0) appendResults(parts, thread, epoch, replaced)
  })
}

/** Seals only the results of a running thread, all of whose calls are closed. */
export async function sealWaitingResults(parts: SealParts, thread: ThreadRecord, epoch: EpochRecord): Promise<void> {
  const replaced = await replaceForMessage(parts, parts.store.toolCalls.unsealed(thread.id))
  parts.store.commit(() => appendResults(parts, thread, epoch, replaced))
}

function appendResults(
  parts: SealParts,
  thread: ThreadRecord,
  epoch: EpochRecord,
  replaced: ReadonlyMap<string, string>,
): void {
  const { store } = parts
  const calls = store.toolCalls.unsealed(thread.id)
  const lastCall = calls.at(-1)
  if (!lastCall) return
  const results = calls.map((call) => sealResult(parts, call, replaced.get(call.toolUseId)))
  appendBlocks(parts, thread, lastCall.turnId, epoch, results)
  store.toolCalls.seal(
    thread.id,
    calls.map((call) => call.toolUseId),
  )
}

function sealResult(parts: SealParts, call: ToolCallRecord, replacedJson: string | undefined): BlockToAppend {
  const { store } = parts
  const replaced = replacedJson ? (JSON.parse(replacedJson) as { file: string; text: string }) : null
  const decision = store.replacements.freeze({
    threadId: call.threadId,
    toolUseId: call.toolUseId,
    replacementJson: replaced ? JSON.stringify(replaced.text) : null,
    outputFile: replaced?.file ?? null,
    position: store.blocks.count(call.threadId),
  })
  const content: unknown =
    decision.replacementJson !== null ? JSON.parse(decision.replacementJson) : JSON.parse(call.resultJson ?? '""')
  return resultBlock(call.toolUseId, content, call.isError, 'tool')
}

function sealNotifications(parts: SealParts, tx: Commit, thread: ThreadRecord, turnId: string): BlockToAppend[] {
  const { store } = parts
  const waiting = store.notifications.pendingFor(thread.id)
  const at = parts.clock.now()
  for (const notification of waiting) {
    const item = {
      id: parts.ids.next('item'),
      turnId,
      at,
      kind: 'notification' as const,
      text: notification.text,
      fromThreadId: notification.fromThreadId,
      status: notification.status,
    }
    store.items.add(thread.id, item)
    tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: thread.id, item })
    tx.emit({
      type: 'notification.delivered',
      sessionId: thread.sessionId,
      threadId: thread.id,
      fromThreadId: notification.fromThreadId,
      itemId: item.id,
    })
  }
  store.notifications.markDelivered(
    waiting.map((notification) => notification.id),
    at,
  )
  return waiting.map((notification) => textBlock(notification.text, 'app'))
}

interface SealedTexts {
  brought: BlockToAppend[]
  /** What tells of memory files. */
  noted: PendingTextRecord[]
  written: BlockToAppend[]
  ids: AttachedBlocks['ids']
}

/** What was brought back waits under the name of its item. What is attached goes before its words, of which there may be none. */
function sealTexts(parts: SealParts, thread: ThreadRecord): SealedTexts {
  const { store } = parts
  const waiting = store.pendingTexts.of(thread.id)
  const ids: AttachedBlocks['ids'] = new Map()
  store.pendingTexts.seal(
    waiting.map((pending) => pending.id),
    parts.clock.now(),
  )
  const groups = Object.groupBy(waiting, ({ id }) => {
    if (store.items.get(id)?.kind === 'broughtBack') return 'brought'
    return store.memoryLoads.isPending(id) ? 'noted' : 'written'
  })
  const { brought = [], noted = [], written = [] } = groups
  const blocksOf = ({ id, text, origin }: PendingTextRecord) => {
    const attached = attachedBlocks(parts, id)
    for (const [block, attachmentId] of attached.ids) ids.set(block, attachmentId)
    return text.trim() === '' ? attached.blocks : [...attached.blocks, textBlock(text, origin)]
  }
  return { brought: brought.flatMap(blocksOf), noted, written: written.flatMap(blocksOf), ids }
}
