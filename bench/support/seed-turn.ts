// Owns what one turn of a seeded session looks like: its blocks, items, calls, requests and events, as the app would have stored them.
import { resultBlock } from '../../src/core/fork/plan-fork'
import { moneyOf } from '../../src/core/pricing/cost'
import { wireJson } from '../../src/core/wire/wire-snapshot'
import { appendBlocks, type BlockToAppend } from '../../src/main/services/turn/history'
import { requestView, turnView } from '../../src/main/services/views'
import type { BlockRecord, EpochRecord, RequestRecord, ThreadRecord, TurnRecord } from '../../src/main/store/records'
import type { Commit } from '../../src/main/store/store'
import type { Item } from '../../src/shared/domain/turn'
import { aRequest, aToolCall, aToolItem, aTurn } from '../../src/testing/records'
import type { SeedParts } from './seed-parts'
import { prose } from './words'

/** What a seeded request claims to have read stays below what would make the next turn begin with a summary. */
const MOST_CLAIMED_TOKENS = 90_000

/** `work`: two calls between two answers, about 600 tokens. `talk`: a line and its answer, for histories of many messages. */
export type TurnShape = 'work' | 'talk'

export interface TurnToSeed {
  thread: ThreadRecord
  epoch: EpochRecord
  shape: TurnShape
  /** What a person sees at the turn's beginning: their words, or a fork's directive. */
  shown: string
  /** The blocks it begins with: those words, or a fork's whole first message. */
  opening: readonly BlockToAppend[]
  /** How long the shown output of a call is, where it is more than what was sent. */
  outputChars?: number
}

interface SeededCall {
  toolUseId: string
  itemId: string
  name: string
  input: Record<string, string>
  output: string
}

/** Stores one finished turn behind the thread's history. */
export function seedTurn(parts: SeedParts, tx: Commit, seed: TurnToSeed): TurnRecord {
  const { store, ids, clock } = parts
  const { thread, epoch, shape } = seed
  const scope = { sessionId: thread.sessionId, threadId: thread.id }
  const turn = beginTurn(parts, tx, seed)
  const calls = shape === 'work' ? callsOf(parts, turn) : []
  const plan = prose(turn.n + 3, 160)
  const answer = prose(turn.n, shape === 'work' ? 700 : 60)
  const work = shape === 'work' ? workBlocks(plan, calls) : []
  const closing = assistant({ type: 'text', text: answer })
  const blocks = appendBlocks(parts, thread, turn.id, epoch, [...seed.opening, ...work, closing])
  const run = { id: ids.next('run'), threadId: thread.id, turnId: turn.id, n: 1, startedAt: turn.startedAt }
  store.runs.insert({ ...run, endedAt: clock.now(), outcome: 'done' })
  if (shape === 'work') seedRequest(parts, tx, seed, turn, run.id, blocks[seed.opening.length - 1])
  seedRequest(parts, tx, seed, turn, run.id, blocks.at(-2))
  seedCalls(parts, thread, turn, calls)
  for (const item of itemsOf(parts, turn, seed, plan, calls, answer)) {
    store.items.add(thread.id, item)
    tx.emit({ ...scope, type: 'item.added', item })
  }
  const ended = { ...turn, forkPosition: store.blocks.count(thread.id), endedAt: clock.now() }
  store.turns.update(turn.id, { forkPosition: ended.forkPosition, endedAt: ended.endedAt })
  tx.emit({ ...scope, type: 'turn.changed', turn: turnView(ended) })
  return ended
}

/** The words of a person as the block they become. */
export function personWords(text: string): BlockToAppend {
  return { role: 'user', origin: 'person', type: 'text', json: wireJson({ type: 'text', text }), toolUseId: null }
}

function beginTurn({ store, ids, clock }: SeedParts, tx: Commit, { thread, shown }: TurnToSeed): TurnRecord {
  const n = store.turns.nextN(thread.id)
  const begun = { id: ids.next('turn'), threadId: thread.id, n, input: shown, startedAt: clock.now(), endedAt: null }
  const turn = aTurn(begun)
  store.turns.insert(turn)
  tx.emit({ type: 'turn.created', sessionId: thread.sessionId, threadId: thread.id, turn: turnView(turn) })
  return turn
}

function callsOf({ ids }: SeedParts, turn: TurnRecord): SeededCall[] {
  const call = (name: string, input: Record<string, string>, output: string): SeededCall => {
    const itemId = ids.next('item')
    return { name, input, output, itemId, toolUseId: `toolu_${itemId.slice(4)}` }
  }
  return [
    call('read', { file_path: `src/part-${turn.n}.ts` }, prose(turn.n + 1, 900)),
    call('bash', { command: `npm test -- part-${turn.n}` }, prose(turn.n + 2, 500)),
  ]
}

/** An answer with calls, and their results. */
function workBlocks(plan: string, calls: readonly SeededCall[]): BlockToAppend[] {
  return [
    assistant({ type: 'text', text: plan }),
    ...calls.map(({ toolUseId: id, name, input }) => assistant({ type: 'tool_use', id, name, input })),
    ...calls.map(({ toolUseId, output }) => resultBlock(toolUseId, output, false, 'tool')),
  ]
}

function assistant(block: { type: string; id?: string; [field: string]: unknown }): BlockToAppend {
  return { role: 'assistant', origin: 'model', type: block.type, json: wireJson(block), toolUseId: block.id ?? null }
}

function itemsOf(
  { ids, clock }: SeedParts,
  turn: TurnRecord,
  { shape, shown, outputChars }: TurnToSeed,
  plan: string,
  calls: readonly SeededCall[],
  answer: string,
): Item[] {
  const base = () => ({ id: ids.next('item'), turnId: turn.id, at: clock.now() })
  const tools = calls.map(({ itemId, output: sent, ...call }) => {
    const output = outputChars ? prose(turn.n, outputChars) : sent
    const times = { at: clock.now(), startedAt: clock.now(), endedAt: clock.now() }
    const outcome = { state: 'done' as const, output, outputBytes: output.length }
    return aToolItem({ ...call, ...times, ...outcome, id: itemId, turnId: turn.id })
  })
  const before: Item[] = shape === 'work' ? [{ ...base(), kind: 'text', text: plan }] : []
  return [{ ...base(), kind: 'user', text: shown }, ...before, ...tools, { ...base(), kind: 'text', text: answer }]
}

/** The rows of calls that were answered and sealed, and what was decided about their results: sent as they are. */
function seedCalls({ store }: SeedParts, thread: ThreadRecord, turn: TurnRecord, calls: readonly SeededCall[]): void {
  const end = store.blocks.count(thread.id)
  for (const [ordinal, { output, ...call }] of calls.entries()) {
    const result = { state: 'closed' as const, resultJson: JSON.stringify(output), sealed: true }
    store.toolCalls.insert([aToolCall({ ...call, ...result, threadId: thread.id, turnId: turn.id, ordinal })])
    const position = end - 1 - calls.length + ordinal
    const { toolUseId } = call
    store.replacements.freeze({ threadId: thread.id, toolUseId, replacementJson: null, outputFile: null, position })
  }
}

/** The ledger's row of a request that ended on `last`: all before it read from the cache, and some written. */
function seedRequest(
  { store, ids, clock, hash }: SeedParts,
  tx: Commit,
  { thread, epoch }: TurnToSeed,
  turn: TurnRecord,
  runId: string,
  last: BlockRecord | undefined,
): void {
  if (!last) throw new Error('a request ends on a block')
  const n = store.requests.nextN(thread.id)
  const end = last.position + 1
  const cacheRead = Math.min(4_000 + end * 90, MOST_CLAIMED_TOKENS)
  const usage = { input: 3, cacheRead, cacheWrite5m: 380, cacheWrite1h: 0, output: 190 }
  const request: RequestRecord = aRequest({
    id: ids.next('request'),
    threadId: thread.id,
    turnId: turn.id,
    epochId: epoch.id,
    runId,
    n,
    model: thread.model,
    usage,
    money: moneyOf(thread.model, usage, '5m', n === 1),
    startedAt: clock.now(),
    firstEventAt: clock.now(),
    endedAt: clock.now(),
    requestId: `req_${last.link.slice(0, 24)}`,
    messageId: `msg_${last.link.slice(24, 48)}`,
    prefix: { link: last.link, blocks: end, sharedWithParent: thread.branchPosition, sharedWithPrevious: 0 },
    endPosition: end,
    markers: { system: true, positions: [last.position] },
    tailJson: '{}',
    bodyHash: hash(last.link),
  })
  store.requests.insert(request)
  const view = requestView(request)
  tx.emit({ type: 'request.finished', sessionId: thread.sessionId, threadId: thread.id, request: view })
}
