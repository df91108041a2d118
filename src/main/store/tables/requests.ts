import { z } from 'zod'
import { requestSchema } from '../../../shared/domain/ledger'
import type { EpochMs, NanoUsd } from '../../../shared/domain/units'
import type { Connection } from '../connection'
import { choice, type Fields, flag, group, integer, json, nullable, text } from '../fields'
import type { LedgerSum, RequestRecord } from '../records'
import { mustChange, openRows } from '../rows'
import { openScalar } from '../scalar'
import { openLedgerSums } from './ledger-sums'

/** What keeps a prefix warm repeats a request; it is never one that others continue. */
const OF_TURNS = "purpose = 'turn'"

/** The ledger. Money of a sum is null where a finished request with tokens has no price. */
export interface RequestTable {
  insert(request: RequestRecord): void
  /** Writes what is known at the end of a request. */
  finish(id: string, patch: Partial<Omit<RequestRecord, 'id' | 'threadId' | 'n'>>): void
  get(id: string): RequestRecord | undefined
  /** The thread's requests by `n`, also those that only kept its prefix warm. */
  ofThread(threadId: string): RequestRecord[]
  /** The thread's last request of a turn. */
  last(threadId: string): RequestRecord | undefined
  /** The thread's last request of a turn whose answer had begun and that sent nothing at or after `below`; without it, of all. */
  lastAnswered(threadId: string, below?: number): RequestRecord | undefined
  /** The thread's first request of a turn whose answer had begun. */
  firstAnswered(threadId: string): RequestRecord | undefined
  nextN(threadId: string): number
  /** Requests without an end, of all threads: what a crash left. */
  unfinished(): RequestRecord[]
  /** One sum per thread of the session that made requests, in the order of the threads' creation. */
  sums(sessionId: string): LedgerSum[]
  /** The sum of one thread; zeros without requests. */
  sumOfThread(threadId: string): LedgerSum
  /** What a thread's requests cost, as far as prices are known. */
  spentBy(threadId: string): NanoUsd
  /** What requests begun at or after `at` cost, as far as prices are known. */
  spentSince(at: EpochMs): NanoUsd
  /** The latest request that sent exactly this prefix and got an answer begun: it says until when the prefix is warm. */
  lastForPrefix(link: string): RequestRecord | undefined
}

const fields: Fields<RequestRecord> = {
  id: text('id'),
  threadId: text('thread_id'),
  turnId: text('turn_id'),
  epochId: text('epoch_id'),
  runId: text('run_id'),
  n: integer('n'),
  purpose: choice('purpose', requestSchema.shape.purpose.options),
  model: text('model'),
  usage: group({
    input: integer('usage_input'),
    cacheRead: integer('usage_cache_read'),
    cacheWrite5m: integer('usage_cache_write_5m'),
    cacheWrite1h: integer('usage_cache_write_1h'),
    output: integer('usage_output'),
  }),
  money: group({
    nanoUsd: nullable(integer('nano_usd')),
    withoutSharingNanoUsd: nullable(integer('without_sharing_nano_usd')),
  }),
  forecast: nullable(json('forecast', requestSchema.shape.forecast)),
  startedAt: integer('started_at'),
  firstEventAt: nullable(integer('first_event_at')),
  endedAt: nullable(integer('ended_at')),
  outcome: choice('outcome', requestSchema.shape.outcome.options),
  requestId: nullable(text('request_id')),
  prefix: group({
    link: text('prefix_link'),
    blocks: integer('prefix_blocks'),
    sharedWithParent: integer('shared_with_parent'),
    sharedWithPrevious: integer('shared_with_previous'),
  }),
  firstDifference: nullable(text('first_difference')),
  cacheMissReason: nullable(text('cache_miss_reason')),
  cacheDiagnosis: choice('cache_diagnosis', requestSchema.shape.cacheDiagnosis.options),
  usageFinal: flag('usage_final'),
  endPosition: integer('end_position'),
  markers: json('markers', z.object({ system: z.boolean(), positions: z.array(z.number().int()) })),
  tailJson: text('tail_json'),
  bodyHash: text('body_hash'),
  messageId: nullable(text('message_id')),
  ttl: choice('ttl', ['5m', '1h']),
}

export function openRequests(connection: Connection): RequestTable {
  const rows = openRows(connection, 'requests', ['id'], fields, true)
  const sums = openLedgerSums(connection)
  const byId = rows.select('WHERE id = ?')
  const ofThread = rows.select('WHERE thread_id = ? ORDER BY n')
  const last = rows.select(`WHERE thread_id = ? AND ${OF_TURNS} ORDER BY n DESC LIMIT 1`)
  const lastAnswered = rows.select(
    `WHERE thread_id = ? AND ${OF_TURNS} AND first_event_at IS NOT NULL AND end_position <= ? ORDER BY n DESC LIMIT 1`,
  )
  const firstAnswered = rows.select(
    `WHERE thread_id = ? AND ${OF_TURNS} AND first_event_at IS NOT NULL ORDER BY n LIMIT 1`,
  )
  const unfinished = rows.select('WHERE ended_at IS NULL ORDER BY started_at, id')
  const forPrefix = rows.select(
    'WHERE prefix_link = ? AND first_event_at IS NOT NULL ORDER BY started_at DESC, id DESC LIMIT 1',
  )
  const nextN = openScalar(connection, 'SELECT max(n) + 1 FROM requests WHERE thread_id = ?', 1)
  const spentBy = openScalar(connection, 'SELECT sum(nano_usd) FROM requests WHERE thread_id = ?')
  const spentSince = openScalar(connection, 'SELECT sum(nano_usd) FROM requests WHERE started_at >= ?')
  return {
    insert(request) {
      sums.changes(request.threadId)
      rows.insert(request)
    },
    finish(id, patch) {
      const request = byId.first(id)
      if (request) sums.changes(request.threadId)
      mustChange(rows.update([id], patch), 'requests', id)
    },
    get: (id) => byId.first(id),
    ofThread: (threadId) => ofThread.all(threadId),
    last: (threadId) => last.first(threadId),
    lastAnswered: (threadId, below = Number.MAX_SAFE_INTEGER) => lastAnswered.first(threadId, below),
    firstAnswered: (threadId) => firstAnswered.first(threadId),
    nextN,
    unfinished: () => unfinished.all(),
    sums: sums.ofSession,
    sumOfThread: sums.ofThread,
    spentBy,
    spentSince,
    lastForPrefix: (link) => forPrefix.first(link),
  }
}
