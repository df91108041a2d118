// Compaction by the provider, where it is offered: it summarises what the thread last sent, and its signed block begins the new
// epoch. Whatever keeps it from that, the thread's own summary takes its place.
import { textBlock } from '../../../core/fork/plan-fork'
import { afterSummaryText, standInText } from '../../../core/turn/compaction-text'
import { blockJson } from '../../../core/turn/stream-fold'
import { COMPACTION_BETA, isCompaction } from '../../../core/wire/compaction-block'
import type { EpochRecord, ThreadRecord } from '../../store/records'
import type { HostParts, Provider } from '../host-parts'
import { ModelFaultError } from '../ports/model-client'
import { type CompactParts, insertCompactedEpoch, runningForks } from './compaction'
import type { ReadyEpoch } from './epochs'
import { appendBlocks } from './history'
import { type AttemptResult, finishRequest } from './request-attempt'
import { sealWaitingResults } from './sealing'

export class ProviderCompaction {
  /** Servers that do not take the field: their threads write their own summaries from then on. */
  private readonly refusedBy = new Set<string>()

  constructor(private readonly parts: CompactParts & Pick<HostParts, 'providerFacts'>) {}

  /** Whether a thread's next request may ask for it: offered now, and opened by the beta its prefix is sent with. */
  offered({ snapshot }: ReadyEpoch, { baseUrl }: Provider, facts: { compaction: boolean }): boolean {
    return facts.compaction && snapshot.betas.includes(COMPACTION_BETA) && !this.refusedBy.has(baseUrl)
  }

  /**
   * Asks for the summary of all that is sealed, and begins the new epoch with it. What waits beside tool results is left for
   * the new epoch.
   *
   * @param send sends the request and reads its answer
   * @returns false when there is no summary: the provider refused the question or had nothing to say
   * @throws what `send` throws otherwise, or the signal's reason
   */
  async compact(
    thread: ThreadRecord,
    { epoch }: ReadyEpoch,
    { baseUrl }: Provider,
    signal: AbortSignal,
    send: () => Promise<AttemptResult>,
  ): Promise<boolean> {
    await sealWaitingResults(this.parts, thread, epoch)
    signal.throwIfAborted()
    let result: AttemptResult
    try {
      result = await send()
    } catch (error) {
      if (!(error instanceof ModelFaultError) || error.fault.kind !== 'invalid') throw error
      if (error.fault.message.includes('compaction')) this.refusedBy.add(baseUrl)
      return false
    }
    return this.begin(thread, epoch, result, signal)
  }

  private begin(
    thread: ThreadRecord,
    epoch: EpochRecord,
    { live, request }: AttemptResult,
    signal: AbortSignal,
  ): boolean {
    const { parts } = this
    const block = live.answer.blocks.find(isCompaction)
    const json = block ? blockJson(block) : null
    const summary = block?.fields.content
    const usable = live.answer.stopReason === 'compaction' && json !== null && typeof summary === 'string'
    parts.store.commit((tx) => {
      finishRequest(parts, tx, request, live, signal.aborted ? 'cancelled' : 'ok')
      if (!usable || signal.aborted) return
      // Before the new epoch: read only by one that cannot begin with the block.
      appendBlocks(parts, thread, request.turnId, epoch, [textBlock(standInText(summary), 'app')])
      const next = insertCompactedEpoch(parts, tx, thread, request.turnId, epoch)
      appendBlocks(parts, thread, request.turnId, next, [
        { role: 'assistant', origin: 'model', type: 'compaction', json, toolUseId: null },
        textBlock(afterSummaryText(runningForks(parts, thread)), 'app'),
      ])
    })
    signal.throwIfAborted()
    return usable
  }
}
