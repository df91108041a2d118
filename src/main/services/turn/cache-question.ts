// The question what became of the cache, asked with each request where the server answers it.
import { providerFacts } from '../../../core/pricing/model-table'
import type { EpochRecord, ThreadRecord } from '../../store/records'
import type { HostParts, Provider } from '../host-parts'
import { ModelFaultError } from '../ports/model-client'

export class CacheQuestion {
  /** Servers that do not know the field: they get requests without it from then on. */
  private readonly refusedBy = new Set<string>()

  constructor(private readonly parts: Pick<HostParts, 'store'>) {}

  /** The JSON text of an object with the fields that follow the messages: the question, or nothing. */
  tailOf(provider: Provider, thread: ThreadRecord, epoch: EpochRecord): string {
    const answers = providerFacts(provider.baseUrl).diagnostics || provider.demo
    if (!answers || this.refusedBy.has(provider.baseUrl)) return '{}'
    return JSON.stringify({ diagnostics: { previous_message_id: this.previousMessage(thread, epoch) } })
  }

  /**
   * Sends a request with the question as the last field of its body, or without it.
   *
   * @param send takes what `tailOf` answers
   */
  async ask<T>(
    provider: Provider,
    thread: ThreadRecord,
    epoch: EpochRecord,
    send: (tailJson: string) => Promise<T>,
  ): Promise<T> {
    const tail = this.tailOf(provider, thread, epoch)
    try {
      return await send(tail)
    } catch (error) {
      if (tail === '{}' || !isRefusal(error)) throw error
      this.refusedBy.add(provider.baseUrl)
      return send('{}')
    }
  }

  /**
   * The answer to the last request that this one continues, of the thread itself or of an ancestor before the branch point;
   * null for a first request, and for the first one after a compaction, which continues none.
   */
  private previousMessage(thread: ThreadRecord, { firstPosition }: EpochRecord): string | null {
    const { store } = this.parts
    for (const { threadId, below } of store.threads.ancestors(thread.id).toReversed()) {
      const last = store.requests.lastAnswered(threadId, below)
      if (last) return store.epochs.get(last.epochId)?.firstPosition === firstPosition ? last.messageId : null
    }
    return null
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ModelFaultError && error.fault.kind === 'invalid' && error.fault.message.includes('diagnostics')
  )
}
