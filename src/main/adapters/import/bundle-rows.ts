// Rows of a bundle, one after the other: under new ids, in an order that holds, with a chain that was counted again.
import { BrokenHistory, HistoryCheck } from '../../../core/import/check-history'
import type { DraftRow } from '../../../core/import/draft-rows'
import { IMPORT_SNAPSHOT } from '../../../core/wire/import-snapshot'
import { hasLoneSurrogate } from '../../../core/wire/validate'
import { fixedPoint, type Hash } from '../../../core/wire/wire-snapshot'
import type { IdKind } from '../../../shared/domain/format-id'
import { type Item, itemSchema } from '../../../shared/domain/turn'
import { type BundleRow, bundleSnapshot, resultContent } from './bundle-schema'

type Value<Row extends BundleRow['row']> = Extract<BundleRow, { row: Row }>['value']
type Named = 'thread' | 'turn' | 'item' | 'epoch'

const MOST_THREADS = 20_000
const RESTS: ReadonlySet<string> = new Set(['idle', 'interrupted', 'failed', 'turn-limit', 'stopped', 'done'])

export class BundleRows {
  private readonly names = new Map<string, string>()
  private readonly once = new Set<string>()
  private readonly check: HistoryCheck
  private readonly snapshots = new Map<string, string>()
  private readonly kept: { sessions: number; mains: number; turns: number; threads: number } = {
    sessions: 0,
    mains: 0,
    turns: 0,
    threads: 0,
  }

  private readonly context: { mint(kind: IdKind): string; hash: Hash }
  private readonly emit: (row: DraftRow) => void

  constructor(context: { mint(kind: IdKind): string; hash: Hash }, emit: (row: DraftRow) => void) {
    this.context = context
    this.emit = emit
    this.check = new HistoryCheck(context.hash)
  }

  add(row: BundleRow): void {
    if (row.row !== 'session' && this.kept.sessions === 0) throw new BrokenHistory('it does not begin with its session')
    switch (row.row) {
      case 'session':
        this.addSession(row)
        break
      case 'thread':
        this.addThread(row.value)
        break
      case 'snapshot':
        this.addSnapshot(row.value)
        break
      case 'epoch':
        this.addEpoch(row.value)
        break
      case 'turn':
        this.addTurn(row.value)
        break
      case 'item':
        this.addItem(row.value)
        break
      case 'block':
        this.addBlock(row.value)
        break
      case 'call':
        this.addCall(row.value)
        break
      case 'replacement':
        this.addReplacement(row.value)
        break
      case 'output':
        this.emit({ row: 'output', value: { ...row.value, ...this.own(row.value) } })
    }
  }

  /** @throws BrokenHistory where what was read is no session a server would take */
  finish(): { threads: number; turns: number } {
    if (this.kept.sessions !== 1 || this.kept.mains !== 1) throw new BrokenHistory('it holds no session')
    for (const name of this.names.keys())
      if (!this.once.has(`${name} `)) throw new BrokenHistory(`the ${name} is named and not there`)
    this.check.finish()
    return { threads: this.kept.threads, turns: this.kept.turns }
  }

  private addSession(row: Extract<DraftRow, { row: 'session' }>): void {
    if (++this.kept.sessions > 1) throw new BrokenHistory('it holds more than one session')
    this.emit(row)
  }

  private addTurn(value: Value<'turn'>): void {
    this.kept.turns++
    this.single('turn n', value.threadId, String(value.n))
    this.emit({ row: 'turn', value: { ...value, ...this.own(value), id: this.take('turn', value.id) } })
  }

  private addReplacement(value: Value<'replacement'>): void {
    this.single('replacement', value.threadId, value.toolUseId)
    if (value.replacementJson !== null) resultContent.parse(jsonOf(value.replacementJson))
    this.emit({ row: 'replacement', value: { ...value, ...this.own(value) } })
  }

  private addThread(value: Value<'thread'>): void {
    if (++this.kept.threads > MOST_THREADS) throw new BrokenHistory('it holds more threads than are read')
    const isMain = value.kind === 'main'
    if (isMain) this.kept.mains++
    if (isMain !== (value.parentId === null) || !RESTS.has(value.state))
      throw new BrokenHistory(`the thread ${value.id} is not what it says`)
    const thread = {
      ...value,
      id: this.take('thread', value.id),
      parentId: value.parentId === null ? null : this.name('thread', value.parentId),
      // Turns stand behind the threads: a name that is never taken is found out when it is stored.
      branchTurnId: value.branchTurnId === null ? null : this.later('turn', value.branchTurnId),
    }
    // The history above its branch point stands before it, so that the link there is known.
    this.emit({ row: 'thread', value: { ...thread, branchLink: this.check.addThread(thread) } })
  }

  private addSnapshot(value: Value<'snapshot'>): void {
    this.single('snapshot', value.id, '')
    const { text, betas, ttl } = value
    if (fixedPoint(text) !== text || hasLoneSurrogate(text)) throw new BrokenHistory('a snapshot is not as it was sent')
    // What asks for more than tools that run here is not repeated: the session renders its own.
    const holds = text === IMPORT_SNAPSHOT || bundleSnapshot.safeParse(JSON.parse(text)).success
    const kept = holds ? { text, betas } : { text: IMPORT_SNAPSHOT, betas: [] }
    const id = this.context.hash([ttl, ...kept.betas, kept.text].join('\n'))
    this.snapshots.set(value.id, id)
    const snapshot = { ...value, ...kept, id }
    this.check.addSnapshot(snapshot)
    this.emit({ row: 'snapshot', value: snapshot })
  }

  private addEpoch(value: Value<'epoch'>): void {
    const snapshotId = this.snapshots.get(value.snapshotId)
    if (snapshotId === undefined) throw new BrokenHistory(`the epoch ${value.id} has no snapshot`)
    this.single('epoch n', value.threadId, String(value.n))
    const threadId = this.name('thread', value.threadId)
    const epoch = { ...value, id: this.take('epoch', value.id), threadId, snapshotId }
    this.check.addEpoch(epoch)
    this.emit({ row: 'epoch', value: epoch })
  }

  private addBlock(value: Value<'block'>): void {
    const content = jsonOf(value.json)
    const { type, id, tool_use_id } = content as { type?: unknown; id?: unknown; tool_use_id?: unknown }
    const call = type === 'tool_use' ? id : type === 'tool_result' ? tool_use_id : null
    if (type !== value.type || call !== value.toolUseId || JSON.stringify(content) !== value.json)
      throw new BrokenHistory(`the block ${value.position} of ${value.threadId} is not what it says`)
    if (hasLoneSurrogate(value.json)) throw new BrokenHistory(`the block ${value.position} holds half a character`)
    const block = { ...value, ...this.own(value), turnId: this.name('turn', value.turnId) }
    this.emit({ row: 'block', value: { ...block, link: this.check.addBlock(block) } })
  }

  private addCall(value: Value<'call'>): void {
    this.single('call', value.threadId, value.toolUseId)
    resultContent.parse(jsonOf(value.resultJson))
    const names = {
      ...this.own(value),
      turnId: this.name('turn', value.turnId),
      itemId: this.later('item', value.itemId),
    }
    this.emit({ row: 'call', value: { ...value, ...names } })
  }

  private addItem({ threadId, item }: Value<'item'>): void {
    // What was decided there decides nothing here.
    const { approvalId: _, ...rest } = item
    const named: Record<string, unknown> = {
      ...rest,
      id: this.take('item', String(item.id)),
      turnId: this.name('turn', String(item.turnId)),
    }
    if (Array.isArray(item.threadIds)) named.threadIds = item.threadIds.map((id) => this.name('thread', String(id)))
    if (item.fromThreadId !== undefined) named.fromThreadId = this.name('thread', String(item.fromThreadId))
    const parsed: Item = itemSchema.parse(named)
    if (parsed.kind === 'tool' && ['pending', 'waiting-approval', 'running'].includes(parsed.state))
      throw new BrokenHistory('a call of it still runs')
    this.emit({ row: 'item', value: { threadId: this.name('thread', threadId), item: parsed } })
  }

  private own({ threadId }: { threadId: string }): { threadId: string } {
    return { threadId: this.name('thread', threadId) }
  }

  /** A new name for an id that was not there before. */
  private take(kind: Named, id: string): string {
    this.single(kind, id, '')
    return this.later(kind, id)
  }

  /** The new name of an id that stood before. */
  private name(kind: Named, id: string): string {
    if (!this.once.has(`${kind} ${id} `)) throw new BrokenHistory(`the ${kind} ${id} is named and not there`)
    return this.later(kind, id)
  }

  private later(kind: Named, id: string): string {
    const key = `${kind} ${id}`
    const known = this.names.get(key) ?? this.context.mint(kind)
    this.names.set(key, known)
    return known
  }

  private single(kind: string, id: string, second: string): void {
    const key = `${kind} ${id} ${second}`
    if (this.once.has(key)) throw new BrokenHistory(`the ${kind} ${id} ${second}`.trim().concat(' stands twice'))
    this.once.add(key)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new BrokenHistory('a text that should be JSON is none')
    throw error
  }
}
