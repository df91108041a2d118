// The lines of a bundle: what a session is made of, read row by row.
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { itemAtRest, OPEN_CALL_RESULT, threadAtRest, turnAtRest } from '../../../core/export/at-rest'
import { BUNDLE_NAME, BUNDLE_VERSION, type BundleHeader } from '../../../core/export/bundle-format'
import type { DraftRow } from '../../../core/import/draft-rows'
import type { ReplacementRecord, SessionRecord, ThreadRecord, ToolCallRecord } from '../records'
import { unreadable } from '../store-failure'
import type { Tables } from '../tables/tables'

/** Characters of an output in one line, about. */
const OUTPUT_CHARS = 256 * 1024
const TURNS_AT_ONCE = 50

/** What stands before the rows. */
export function headerLine(at: number): string {
  return JSON.stringify({ bundle: BUNDLE_NAME, version: BUNDLE_VERSION, exportedAt: at } satisfies BundleHeader)
}

/** Rows in the order in which they may be stored again. */
export async function* bundleRows(
  tables: Tables,
  session: SessionRecord,
  outputsDir: string,
): AsyncGenerator<DraftRow> {
  const { title, cacheTtl, createdAt, updatedAt } = session
  yield { row: 'session', value: { title, cacheTtl, createdAt, updatedAt } }
  const threads = tables.threads.ofSession(session.id)
  const snapshots = new Set<string>()
  for (const thread of threads)
    for (const { snapshotId } of tables.epochs.ofThread(thread.id)) {
      if (snapshots.has(snapshotId)) continue
      snapshots.add(snapshotId)
      const snapshot = tables.snapshots.get(snapshotId)
      if (!snapshot) throw unreadable('the database', `the snapshot ${snapshotId} is missing or unreadable`)
      yield { row: 'snapshot', value: snapshot }
    }
  // A thread with all that its children inherit stands before them.
  for (const thread of threads) yield* threadRows(tables, thread)
  for (const thread of threads) {
    yield* itemRows(tables, thread)
    yield* callRows(tables, thread, outputsDir)
  }
}

function* threadRows(tables: Tables, thread: ThreadRecord): Generator<DraftRow> {
  yield { row: 'thread', value: draftOf(thread) }
  for (const epoch of tables.epochs.ofThread(thread.id)) yield { row: 'epoch', value: epoch }
  for (const turn of tables.turns.ofThread(thread.id)) {
    const { id, threadId, n, forkPosition, startedAt, endedAt } = turn
    const state = turnAtRest(turn.state)
    yield { row: 'turn', value: { id, threadId, n, state, forkPosition, startedAt, endedAt } }
  }
  for (const { origin: _, ...block } of tables.blocks.own(thread.id)) yield { row: 'block', value: block }
}

function draftOf(thread: ThreadRecord): Extract<DraftRow, { row: 'thread' }>['value'] {
  const { id, parentId, kind, title, directive, branchTurnId, branchPosition, branchMessage, branchLink } = thread
  const { model, effort, thinking, steps, startedBy, spawnToolUseId, fallback, report, agentType } = thread
  const { islandSource, createdAt, endedAt, broughtBackAt, archivedAt } = thread
  return {
    ...{ id, parentId, kind, title, directive, branchTurnId, branchPosition, branchMessage, branchLink },
    ...threadAtRest(thread),
    ...{ steps, choice: { model, effort, thinking }, startedBy, spawnToolUseId, fallback, report, agentType },
    ...{ islandSource, createdAt, endedAt, broughtBackAt, archivedAt },
  }
}

function* itemRows({ turns, items }: Tables, thread: ThreadRecord): Generator<DraftRow> {
  const ids = turns.ofThread(thread.id).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += TURNS_AT_ONCE)
    // A branch that has not begun may bear items of the turn it leaves: they are its parent's.
    for (const item of items.ofTurns(ids.slice(at, at + TURNS_AT_ONCE)))
      yield { row: 'item', value: { threadId: thread.id, item: itemAtRest(item) } }
}

async function* callRows(tables: Tables, thread: ThreadRecord, outputsDir: string): AsyncGenerator<DraftRow> {
  for (const call of tables.toolCalls.ofThread(thread.id)) yield { row: 'call', value: closed(call) }
  for (const decision of tables.replacements.ofHistory(thread.id)) {
    if (decision.threadId !== thread.id) continue
    const { threadId, toolUseId, replacementJson, position } = decision
    const pieces = await piecesOf(decision, outputsDir)
    const stored = pieces !== null
    yield { row: 'replacement', value: { threadId, toolUseId, replacementJson, position, stored } }
    for await (const text of pieces ?? []) yield { row: 'output', value: { threadId, toolUseId, text } }
  }
}

function closed(call: ToolCallRecord): Extract<DraftRow, { row: 'call' }>['value'] {
  const { threadId, toolUseId, turnId, itemId, ordinal, name, input, sealed } = call
  const open = call.resultJson === null
  return {
    ...{ threadId, toolUseId, turnId, itemId, ordinal, name, input, sealed },
    resultJson: call.resultJson ?? JSON.stringify(OPEN_CALL_RESULT),
    isError: open || call.isError,
  }
}

/** The whole text of a result in pieces; null where there is none (any more). */
async function piecesOf({ outputFile }: ReplacementRecord, outputsDir: string): Promise<AsyncIterable<string> | null> {
  if (outputFile === null) return null
  const stream = createReadStream(join(outputsDir, outputFile), { encoding: 'utf8', highWaterMark: OUTPUT_CHARS })
  return new Promise((resolve, reject) => {
    stream.once('open', () => resolve(stream as AsyncIterable<string>))
    stream.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(null) : reject(error)))
  })
}
