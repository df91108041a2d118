// An answer while it streams: what a person sees grow, and what is stored of it at the end.
import { serverCallOutcome } from '../../../core/turn/server-call'
import { type Answer, type AnswerBlock, type AnswerDelta, emptyAnswer, foldEvent } from '../../../core/turn/stream-fold'
import { wellFormed } from '../../../core/wire/wire-snapshot'
import type { Item, ToolItem } from '../../../shared/domain/turn'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'

type LiveParts = Pick<HostParts, 'clock' | 'ids' | 'delta'>

/** Reads one stream; belongs to one attempt of one request. */
export class LiveAnswer {
  readonly answer: Answer = emptyAnswer()
  private readonly itemIds = new Map<number, string>()

  constructor(
    private readonly parts: LiveParts,
    private readonly thread: Pick<ThreadRecord, 'id' | 'sessionId'>,
    private readonly turnId: string,
  ) {}

  /** Takes one event of the stream; what it adds is told to subscribers. */
  take(event: unknown): AnswerDelta | null {
    const delta = foldEvent(this.answer, event)
    if (delta?.kind === 'text' || delta?.kind === 'thinking' || delta?.kind === 'input')
      this.tell(delta.kind, delta.block, delta.text)
    return delta
  }

  /** Whether anything arrived that a person would miss. */
  get hasContent(): boolean {
    return this.answer.blocks.some((block) => visibleText(block).trim() !== '' || block.type === 'tool_use')
  }

  itemId(block: AnswerBlock): string {
    const known = this.itemIds.get(block.index)
    if (known) return known
    const id = this.parts.ids.next('item')
    this.itemIds.set(block.index, id)
    return id
  }

  /** The items of the answer as it stands; text of an answer that did not end properly is marked partial. */
  items(partial: boolean): Item[] {
    return this.answer.blocks.flatMap((block) => {
      const item = this.itemOf(block, partial)
      return item ? [item] : []
    })
  }

  private itemOf(block: AnswerBlock, partial: boolean): Item | null {
    const base = { id: this.itemId(block), turnId: this.turnId, at: this.parts.clock.now() }
    if (block.type === 'tool_use') return partial ? null : this.toolItem(block)
    if (block.type === 'server_tool_use') return partial ? null : this.serverItem(block)
    const text = wellFormed(visibleText(block))
    if (block.type === 'text') {
      if (text.trim() === '') return null
      return partial ? { ...base, kind: 'text', text, partial: true } : { ...base, kind: 'text', text }
    }
    if (block.type === 'redacted_thinking') return { ...base, kind: 'thinking', text: '', redacted: true }
    if (block.type === 'thinking') return text === '' ? null : { ...base, kind: 'thinking', text }
    return null
  }

  /** What the provider did by itself is over when its answer is. */
  private serverItem(block: AnswerBlock): ToolItem | null {
    const outcome = serverCallOutcome(block, this.answer.blocks)
    if (outcome === null) return null
    const output = wellFormed(outcome.output)
    const done = { output, outputBytes: Buffer.byteLength(output), isError: outcome.isError }
    return { ...this.toolItem(block), ...done, state: outcome.isError ? 'failed' : 'done' }
  }

  private toolItem(block: AnswerBlock): ToolItem {
    return {
      id: this.itemId(block),
      turnId: this.turnId,
      at: this.parts.clock.now(),
      kind: 'tool',
      toolUseId: String(block.fields.id),
      name: String(block.fields.name),
      input: block.fields.input,
      state: 'pending',
      output: '',
      outputBytes: 0,
      isError: false,
      startedAt: null,
      endedAt: null,
    }
  }

  private tell(channel: 'text' | 'thinking' | 'input', block: AnswerBlock, text: string): void {
    this.parts.delta({
      type: 'item.delta',
      sessionId: this.thread.sessionId,
      threadId: this.thread.id,
      turnId: this.turnId,
      itemId: this.itemId(block),
      channel,
      ...(channel === 'input' ? { name: String(block.fields.name) } : {}),
      text: wellFormed(text),
    })
  }
}

function visibleText(block: AnswerBlock): string {
  const text = block.type === 'thinking' ? block.fields.thinking : block.fields.text
  return typeof text === 'string' ? text : ''
}
