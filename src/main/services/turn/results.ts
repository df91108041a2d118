// Closing a tool call: its result is committed once, when it is known; large ones go beside the database.

import { cutAt } from '../../../core/content/replacement'
import { wellFormed } from '../../../core/wire/wire-snapshot'
import type { ToolState } from '../../../shared/domain/turn'
import type { ToolCallRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { ToolContent, ToolContentBlock, ToolOutcome } from '../ports/tools'
import { previewOf, type StoredOutput, storeOutput } from './outputs'

/** How much of an output an item carries for the person; the rest is read by range. */
const ITEM_OUTPUT_CHARS = 20_000

type ResultParts = Pick<HostParts, 'store' | 'clock' | 'log' | 'settings' | 'outputsDir'>

/** The text of a result, or null where it holds more than text. */
export function textOf(content: ToolContent): string | null {
  if (typeof content === 'string') return content
  return content.every((block) => block.type === 'text')
    ? content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
    : null
}

/** What a result says beside its images and documents; where it says nothing, that it is one. */
function textsOf(content: ToolContent): string {
  if (typeof content === 'string') return content
  const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []))
  if (texts.length > 0) return texts.join('\n')
  const document = content.find((block) => block.type === 'document')
  return document ? `[${document.title}: ${document.context}]` : '[image]'
}

/**
 * Commits the result of a call that ran. A result over the limit is first stored as a file; the decision to replace it,
 * or not when the file cannot be written, is frozen in the same transaction.
 *
 * @returns false when the call had been closed meanwhile (interrupted): the late result is dropped
 */
export async function commitResult(
  parts: ResultParts,
  call: ToolCallRecord,
  outcome: ToolOutcome,
  state: ToolState,
): Promise<boolean> {
  const text = textOf(outcome.content)
  const limits = parts.settings()
  let stored: StoredOutput | null = null
  let frozen = false
  if (text !== null && text.length > limits['replace.resultChars']) {
    frozen = true
    try {
      stored = await storeOutput(parts.outputsDir, call.threadId, call.toolUseId, wellFormed(text))
    } catch (error) {
      logIncident(parts.log, 'output.not-stored', error, { toolUseId: call.toolUseId, chars: text.length })
    }
  }
  const sent: ToolContent =
    stored && text !== null ? previewOf(wellFormed(text), stored, limits['replace.previewChars']) : outcome.content
  return parts.store.commit((tx) => {
    if (!closeCall(parts, tx, call, { ...outcome, content: sent }, state, text ?? undefined)) return false
    if (frozen)
      parts.store.replacements.freeze({
        threadId: call.threadId,
        toolUseId: call.toolUseId,
        replacementJson: stored ? JSON.stringify(sent) : null,
        outputFile: stored?.file ?? null,
        position: parts.store.blocks.count(call.threadId),
      })
    return true
  })
}

/**
 * Closes a call within a commit: its row gets the result, its item the new state.
 *
 * @param shown the whole text for the person where it differs from what is sent
 */
export function closeCall(
  parts: Pick<HostParts, 'store' | 'clock'>,
  tx: Commit,
  call: ToolCallRecord,
  outcome: ToolOutcome,
  state: ToolState,
  shown?: string,
): boolean {
  const { store } = parts
  const content = emptyToNote(outcome.content)
  if (!store.toolCalls.close(call.threadId, call.toolUseId, JSON.stringify(content), outcome.isError)) return false
  const item = store.items.get(call.itemId)
  const sessionId = store.threads.get(call.threadId)?.sessionId
  if (item?.kind !== 'tool' || !sessionId) return true
  const images = typeof content === 'string' ? 0 : content.filter((block) => block.type === 'image').length
  const text = wellFormed(shown ?? textsOf(content))
  const changed = {
    ...item,
    state,
    isError: outcome.isError,
    output: cutAt(text, ITEM_OUTPUT_CHARS),
    outputBytes: Buffer.byteLength(text),
    ...(outcome.coloured === undefined ? {} : { coloured: wellFormed(outcome.coloured) }),
    ...(images === 0 ? {} : { images }),
    endedAt: parts.clock.now(),
  }
  store.items.update(changed)
  tx.emit({ type: 'item.changed', sessionId, threadId: call.threadId, item: changed })
  return true
}

/** Servers refuse empty text; an empty result says that it is empty. */
function emptyToNote(content: ToolContent): ToolContent {
  if (typeof content === 'string') return content.trim() === '' ? '(no output)' : wellFormed(content)
  const blocks: ToolContentBlock[] = []
  for (const block of content) {
    if (block.type !== 'text') blocks.push(block)
    else if (block.text.trim() !== '') blocks.push({ type: 'text', text: wellFormed(block.text) })
  }
  return blocks.length === 0 ? '(no output)' : blocks
}
