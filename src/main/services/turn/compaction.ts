// Compaction: a thread that nears its model's window goes on in a new epoch that begins with a summary of the old one.
import { textBlock } from '../../../core/fork/plan-fork'
import { modelFacts } from '../../../core/pricing/model-table'
import { SUMMARY_REQUEST, summaryBlockText } from '../../../core/turn/compaction-text'
import { FailureError } from '../../../shared/contract/failure'
import { LIVE_STATES } from '../../../shared/domain/live-states'
import type { EpochRecord, ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import { isMediaFull } from '../attachments/media-room'
import type { HostParts } from '../host-parts'
import type { ReadyEpoch } from './epochs'
import { appendBlocks } from './history'
import type { AttemptResult } from './request-attempt'
import { finishRequest } from './request-attempt'
import { sealWaitingResults } from './sealing'

export type CompactParts = Pick<HostParts, 'store' | 'hash' | 'clock' | 'ids' | 'settings' | 'outputsDir' | 'log'>

/** Beyond this part of the window the next answer may not fit any more. */
const FULL = 0.8

/**
 * Whether a thread's next request comes too close to its model's window, by the provider's own count of the last one, or to what
 * a request takes of images and documents.
 */
export function needsCompaction(parts: Pick<HostParts, 'store'>, thread: ThreadRecord, { epoch }: ReadyEpoch): boolean {
  const last = parts.store.requests.lastAnswered(thread.id)
  if (!last || last.epochId !== epoch.id) return false
  if (isMediaFull(parts, thread, epoch)) return true
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output } = last.usage
  const used = input + cacheRead + cacheWrite5m + cacheWrite1h + output
  return used >= FULL * modelFacts(thread.model).contextWindow
}

/**
 * Ends the old chain with the request for a summary; what waits beside tool results is left for the new one. Throws the
 * signal's reason when the run was ended meanwhile: a request nobody sends must not stand in the history.
 */
export async function askForSummary(
  parts: CompactParts,
  thread: ThreadRecord,
  turnId: string,
  epoch: EpochRecord,
  signal: AbortSignal,
): Promise<void> {
  await sealWaitingResults(parts, thread, epoch)
  signal.throwIfAborted()
  const request = textBlock(SUMMARY_REQUEST, 'app')
  // One that was cut off stands there already; it is answered with the same bytes.
  if (parts.store.blocks.last(thread.id)?.json === request.json) return
  parts.store.commit(() => appendBlocks(parts, thread, turnId, epoch, [request]))
}

/**
 * Stores the summary at the end of the old chain and begins the new epoch with it. The old chain stays as it is: readable,
 * and forkable with its original bytes.
 *
 * @throws FailureError when the model gave no summary
 */
export function beginCompactedEpoch(
  parts: CompactParts,
  thread: ThreadRecord,
  { live, request }: AttemptResult,
  { epoch }: ReadyEpoch,
): void {
  const { store } = parts
  const summary = live.answer.blocks
    .flatMap((block) => (block.type === 'text' && typeof block.fields.text === 'string' ? [block.fields.text] : []))
    .join('\n')
  const empty = summary.trim() === ''
  store.commit((tx) => {
    finishRequest(parts, tx, request, live, empty ? 'broken' : 'ok')
    if (empty) return
    appendBlocks(parts, thread, request.turnId, epoch, [
      { ...textBlock(summary, 'app'), role: 'assistant', origin: 'model' },
    ])
    const next = insertCompactedEpoch(parts, tx, thread, request.turnId, epoch)
    const text = summaryBlockText(summary, runningForks(parts, thread))
    appendBlocks(parts, thread, request.turnId, next, [textBlock(text, 'app')])
  })
  if (empty)
    throw new FailureError(
      'provider.refused',
      `The conversation no longer fits the context window of ${thread.model}, and the model gave no summary to go on from. Fork from an earlier turn.`,
    )
}

/** Forks that the model started and that still run: the new epoch's first words list them. */
export function runningForks({ store }: Pick<HostParts, 'store'>, thread: ThreadRecord): ThreadRecord[] {
  return store.threads
    .children(thread.id)
    .filter((child) => child.startedBy === 'model' && LIVE_STATES.has(child.state))
}

/** Begins an epoch with the next block, and tells the person; within a commit. */
export function insertCompactedEpoch(
  parts: Pick<HostParts, 'store' | 'ids' | 'clock'>,
  tx: Commit,
  thread: ThreadRecord,
  turnId: string,
  epoch: EpochRecord,
): EpochRecord {
  const { store, ids, clock } = parts
  const position = store.blocks.count(thread.id)
  const next: EpochRecord = {
    ...epoch,
    id: ids.next('epoch'),
    threadId: thread.id,
    n: store.epochs.nextN(thread.id),
    firstPosition: position,
    thinkingFrom: position,
    startPosition: position,
    createdAt: clock.now(),
  }
  store.epochs.insert(next)
  const item = {
    id: ids.next('item'),
    turnId,
    at: clock.now(),
    kind: 'notice' as const,
    level: 'info' as const,
    text: `The conversation came close to the context window of ${thread.model} and goes on from a summary. What stands above stays readable, and every turn can be forked as it was.`,
  }
  store.items.add(thread.id, item)
  tx.emit({ type: 'item.added', sessionId: thread.sessionId, threadId: thread.id, item })
  return next
}
