// Writes a strand of foreign messages as a thread's history: valid for every server from its first block to its last.
import { cutAt } from '../content/replacement'
import { nextLink } from '../wire/hash-chain'
import { type Hash, wireJson } from '../wire/wire-snapshot'
import { AnswerItems, type OpenCall } from './answer-items'
import type { DraftBlock, DraftRow, DraftTurn } from './draft-rows'
import type { JsonObject } from './line-objects'
import {
  type CallBlock,
  modelBlock,
  type ResultContent,
  resultContent,
  textContent,
  userBlock,
} from './message-content'
import type { MessageEntry } from './transcript-entry'
import type { MessageNode } from './transcript-tree'

/** What all threads of an import share. */
export interface WriteContext {
  mint(kind: 'thread' | 'turn' | 'item' | 'epoch'): string
  hash: Hash
  /** The chain before the first block. */
  chainStart: string
  snapshotId: string
  /** Ids of calls that are taken: two of the same are refused. */
  callIds: Set<string>
  /** The threads a call started, by its id in the transcript. */
  threadsOfCall: ReadonlyMap<string, string[]>
  emit(row: DraftRow): void
}

/** A place in a history where another thread may leave it. */
export interface Mark {
  threadId: string
  turnId: string
  position: number
  messages: number
  role: 'user' | 'assistant' | null
  link: string
  at: number
  open: readonly OpenCall[]
  /** The answer those calls are part of. */
  answer: MessageNode | null
}

const NO_BEGINNING = '[The beginning of this conversation is not in the transcript.]'
const NO_RESULT =
  'No result: the transcript this was imported from holds none. Whether the call took effect is not known.'
const NO_ANSWER = '(no answer)'
/** A text the program wrote is told to a person by its beginning. */
const NOTICE_CHARS = 2_000

export class HistoryWriter {
  readonly marks = new Map<MessageNode, Mark>()
  /** The calls that were written, by their ids in the transcript. */
  readonly calls = new Map<string, { call: OpenCall; node: MessageNode }>()
  answers = 0
  lastText = ''
  at: number
  private turn: DraftTurn | null = null
  private turns = 0
  private epochs = 0
  private answered = false
  private cutOff = false
  private closed = new Set<string>()
  private readonly items: AnswerItems
  private place: Omit<Mark, 'threadId' | 'turnId' | 'at'>

  private readonly context: WriteContext
  private readonly threadId: string

  constructor(context: WriteContext, threadId: string, start: Mark | null, startedAt: number) {
    this.context = context
    this.threadId = threadId
    this.at = startedAt
    this.items = new AnswerItems(context, threadId)
    this.place = start ?? { position: 0, messages: 0, role: null, link: context.chainStart, open: [], answer: null }
    if (!start || start.position === 0) this.beginEpoch()
  }

  write(node: MessageNode): void {
    for (const entry of node.entries) if (entry.at !== null && entry.at >= this.at) this.at = entry.at
    this.takeTurn(node)
    this.closeCalls(node)
    if (node.kind === 'assistant') this.writeAnswer(node)
    else this.writeSaid(node)
    this.marks.set(node, { ...this.place, threadId: this.threadId, turnId: this.turnId(), at: this.at })
  }

  /** Ends the history: no call stays open. */
  finish(): void {
    const open = this.place.open.length > 0
    this.closeCalls(null)
    this.endTurn(open)
  }

  private turnId(): string {
    return this.turn?.id ?? ''
  }

  private takeTurn(node: MessageNode): void {
    const asks = node.kind === 'prompt' && node.entries.some((entry) => !entry.meta && !entry.steers && !entry.summary)
    if (this.turn && !(asks && this.answered)) return
    this.endTurn(false)
    this.answered = false
    this.turn = {
      id: this.context.mint('turn'),
      threadId: this.threadId,
      n: ++this.turns,
      state: 'done',
      forkPosition: null,
      startedAt: this.at,
      endedAt: null,
    }
  }

  private endTurn(open: boolean): void {
    if (!this.turn) return
    const state = open || this.cutOff || !this.answered ? 'interrupted' : 'done'
    this.context.emit({ row: 'turn', value: { ...this.turn, state, endedAt: this.at } })
  }

  private writeAnswer(node: MessageNode): void {
    const before = this.place.position
    const own = new Map<string, OpenCall>()
    let said = false
    for (const entry of node.entries)
      for (const block of entry.synthetic ? [] : entry.content) {
        said = true
        this.writeModelBlock(block, own)
      }
    for (const entry of node.entries) if (entry.synthetic) this.notice(entry, 'warning')
    if (!said) return
    // An answer of thinking only: what is sent must hold something.
    if (this.place.position === before)
      this.block('assistant', 'text', wireJson({ type: 'text', text: NO_ANSWER }), null)
    this.answers++
    this.answered = true
    this.cutOff = false
    if (this.turn) this.turn.forkPosition = this.place.position
    const open = [...own.values()]
    for (const call of open) if (call.transcriptId !== null) this.calls.set(call.transcriptId, { call, node })
    this.place = { ...this.place, open, answer: node }
    if (open.length === 0) this.items.flush()
  }

  private writeModelBlock(block: JsonObject, own: Map<string, OpenCall>): void {
    const read = modelBlock(block)
    if (read === null) return
    if (read.type === 'thinking') {
      this.items.thinking(this.turnId(), this.at, read.text, read.redacted)
      return
    }
    if (read.type === 'tool_use') {
      this.writeCall(read, own)
      return
    }
    this.block('assistant', 'text', read.json, null)
    this.items.text(this.turnId(), this.at, read.shown)
    this.lastText = read.shown
  }

  private writeCall(call: CallBlock, own: Map<string, OpenCall>): void {
    // A line that was written twice calls once.
    if (call.id !== null && own.has(call.id)) return
    const toolUseId = this.freeId(call.id)
    const json = wireJson({ type: 'tool_use', id: toolUseId, name: call.name, input: call.input })
    this.block('assistant', 'tool_use', json, toolUseId)
    const { input } = JSON.parse(json) as { input: JsonObject }
    own.set(call.id ?? toolUseId, this.items.call({ ...call, input, toolUseId }, this.turnId(), this.at, own.size))
  }

  private freeId(wanted: string | null): string {
    const { callIds } = this.context
    const fits = wanted !== null && /^[\w-]{1,200}$/.test(wanted) && !callIds.has(wanted)
    const id = fits ? wanted : `toolu_${this.context.mint('item')}`
    callIds.add(id)
    return id
  }

  /** Answers every open call, in call order, before anything else is said. */
  private closeCalls(next: MessageNode | null): void {
    const { open, answer } = this.place
    if (open.length === 0) return
    const results = resultsIn(answer?.results ?? null, next)
    this.closed = new Set()
    for (const call of open) {
      const known = call.transcriptId === null ? undefined : results.get(call.transcriptId)
      if (call.transcriptId !== null) this.closed.add(call.transcriptId)
      const result = known ?? { content: NO_RESULT, isError: true, text: NO_RESULT, images: 0 }
      if (!known) this.cutOff = true
      const { content, isError } = result
      const block = {
        type: 'tool_result',
        tool_use_id: call.toolUseId,
        content,
        ...(isError ? { is_error: true } : {}),
      }
      this.block('user', 'tool_result', wireJson(block), call.toolUseId)
      // A call that was inherited has its row and its item where it was made.
      if (call.threadId === this.threadId) this.items.close(call, result, this.at, known !== undefined)
    }
    this.place = { ...this.place, open: [], answer: null }
    this.items.flush()
  }

  private writeSaid(node: MessageNode): void {
    for (const entry of node.entries) {
      if (entry.summary && this.place.position > 0) this.beginEpoch()
      const shown: string[] = []
      for (const block of entry.content) {
        const read = this.isAnswered(block) ? null : userBlock(block)
        if (!read) continue
        this.block('user', read.type, read.json, null)
        shown.push(read.shown)
      }
      if (shown.length === 0) continue
      if (entry.summary) this.items.notice(this.turnId(), this.at, 'The conversation goes on from a summary here.')
      if (entry.meta || entry.summary) this.notice(entry, 'info')
      else this.items.user(this.turnId(), this.at, shown.join('\n'))
    }
    this.items.flush()
  }

  private isAnswered(block: JsonObject): boolean {
    return block.type === 'tool_result' && typeof block.tool_use_id === 'string' && this.closed.has(block.tool_use_id)
  }

  private notice(entry: MessageEntry, level: 'info' | 'warning'): void {
    const texts = entry.content.flatMap((block) => userBlock(block)?.shown ?? [])
    const text = texts.join('\n')
    if (text === '') return
    const cut = cutAt(text, NOTICE_CHARS)
    this.items.notice(this.turnId(), this.at, cut.length < text.length ? `${cut}…` : cut, level)
    this.items.flush()
  }

  private beginEpoch(): void {
    const { mint, chainStart, snapshotId, emit } = this.context
    const { position } = this.place
    emit({
      row: 'epoch',
      value: {
        id: mint('epoch'),
        threadId: this.threadId,
        n: ++this.epochs,
        snapshotId,
        firstPosition: position,
        thinkingFrom: 0,
        startPosition: position,
        createdAt: this.at,
      },
    })
    this.place = { ...this.place, link: chainStart }
  }

  private block(role: DraftBlock['role'], type: string, json: string, toolUseId: string | null): void {
    if (this.place.position === 0 && role === 'assistant') {
      const missing = textContent(NO_BEGINNING)
      if (missing) this.block('user', 'text', missing.json, null)
    }
    const { position, link } = this.place
    const messages = role === this.place.role ? this.place.messages : this.place.messages + 1
    const next = nextLink(link, role, json, this.context.hash)
    const value = { threadId: this.threadId, position, message: messages - 1, role, type, json, turnId: this.turnId() }
    this.context.emit({ row: 'block', value: { ...value, toolUseId, link: next } })
    this.place = { ...this.place, position: position + 1, messages, role, link: next }
  }
}

/** The results the transcript holds for an answer, by the ids of its calls: the first of each. */
function resultsIn(...nodes: (MessageNode | null)[]): Map<string, ResultContent> {
  const results = new Map<string, ResultContent>()
  for (const node of nodes)
    for (const entry of node?.entries ?? [])
      for (const block of entry.content) {
        const id = block.type === 'tool_result' ? block.tool_use_id : null
        if (typeof id === 'string' && !results.has(id)) results.set(id, resultContent(block))
      }
  return results
}
