// What a person sees of an imported thread: its items, in the order in which they were said, and the rows of its calls.

import type { Item, ToolItem } from '../../shared/domain/turn'
import { cutAt } from '../content/replacement'
import type { DraftRow } from './draft-rows'
import type { JsonObject } from './line-objects'
import type { ResultContent } from './message-content'

/** A call whose result has not been written yet. */
export interface OpenCall {
  threadId: string
  turnId: string
  itemId: string
  ordinal: number
  toolUseId: string
  /** Its id in the transcript. */
  transcriptId: string | null
  /** What a person sees of it; its output comes later. */
  item: ToolItem
}

interface CallMade {
  id: string | null
  toolUseId: string
  name: string
  input: JsonObject
}

interface ItemContext {
  mint(kind: 'item'): string
  threadsOfCall: ReadonlyMap<string, string[]>
  emit(row: DraftRow): void
}

/** As much of an output stands in its item; the rest is read by range. */
const ITEM_OUTPUT_CHARS = 20_000

export class AnswerItems {
  /** Calls get their outputs later, and stand where they were made. */
  private waiting: Item[] = []

  private readonly context: ItemContext
  private readonly threadId: string

  constructor(context: ItemContext, threadId: string) {
    this.context = context
    this.threadId = threadId
  }

  user(turnId: string, at: number, text: string): void {
    this.waiting.push({ id: this.context.mint('item'), turnId, at, kind: 'user', text })
  }

  text(turnId: string, at: number, text: string): void {
    this.waiting.push({ id: this.context.mint('item'), turnId, at, kind: 'text', text })
  }

  thinking(turnId: string, at: number, text: string, redacted: boolean): void {
    if (text.trim() === '' && !redacted) return
    const id = this.context.mint('item')
    this.waiting.push({ id, turnId, at, kind: 'thinking', text, ...(redacted ? { redacted } : {}) })
  }

  notice(turnId: string, at: number, text: string, level: 'info' | 'warning' = 'info'): void {
    this.waiting.push({ id: this.context.mint('item'), turnId, at, kind: 'notice', level, text })
  }

  call({ id, toolUseId, name, input }: CallMade, turnId: string, at: number, ordinal: number): OpenCall {
    const itemId = this.context.mint('item')
    const threadIds = id === null ? undefined : this.context.threadsOfCall.get(id)
    const item: ToolItem = {
      id: itemId,
      turnId,
      at,
      kind: 'tool',
      toolUseId,
      name,
      input,
      state: 'interrupted',
      output: '',
      outputBytes: 0,
      isError: false,
      startedAt: at,
      endedAt: null,
      ...(threadIds ? { threadIds } : {}),
    }
    this.waiting.push(item)
    return { threadId: this.threadId, turnId, itemId, ordinal, toolUseId, transcriptId: id, item }
  }

  /** @param known whether the transcript holds the result */
  close(call: OpenCall, result: ResultContent, at: number, known: boolean): void {
    const { threadId, toolUseId, turnId, itemId, ordinal, item } = call
    const { name, input } = item
    item.state = !known ? 'interrupted' : result.isError ? 'failed' : 'done'
    item.isError = result.isError
    item.output = cutAt(result.text, ITEM_OUTPUT_CHARS)
    item.outputBytes = utf8Length(result.text)
    item.endedAt = at
    if (result.images > 0) item.images = result.images
    const resultJson = JSON.stringify(result.content)
    this.context.emit({
      row: 'call',
      value: {
        ...{ threadId, toolUseId, turnId, itemId, ordinal, name, input },
        ...{ resultJson, isError: result.isError, sealed: true },
      },
    })
  }

  flush(): void {
    for (const item of this.waiting) this.context.emit({ row: 'item', value: { threadId: this.threadId, item } })
    this.waiting = []
  }
}

/** How many bytes a text takes in UTF-8. */
function utf8Length(text: string): number {
  let bytes = text.length
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xdc00 && code <= 0xdfff) continue // counted with what stands before it
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1
  }
  return bytes
}
