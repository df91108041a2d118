// Sums over the ledger, made by the database.
import { NO_USAGE } from '../../../shared/domain/units'
import type { Connection } from '../connection'
import { type Fields, group, integer, nullable, type Row, text } from '../fields'
import { KeptRows } from '../kept-rows'
import type { LedgerSum } from '../records'
import { withStoreFailures } from '../store-failure'

const TOKENS = 'usage_input + usage_cache_read + usage_cache_write_5m + usage_cache_write_1h + usage_output'

/** A price is never invented: where a request with tokens has none, the sum has none either. */
function sumOrUnknown(column: string): string {
  return `CASE WHEN total(${column} IS NULL AND ${TOKENS} > 0) > 0 THEN NULL ELSE coalesce(sum(${column}), 0) END`
}

const SUMS = `
  SELECT requests.thread_id, count(*) AS requests,
    total(first_event_at IS NOT NULL AND requests.ended_at IS NOT NULL AND NOT usage_final) AS not_reported,
    sum(usage_input) AS usage_input, sum(usage_cache_read) AS usage_cache_read,
    sum(usage_cache_write_5m) AS usage_cache_write_5m, sum(usage_cache_write_1h) AS usage_cache_write_1h,
    sum(usage_output) AS usage_output,
    ${sumOrUnknown('nano_usd')} AS nano_usd,
    ${sumOrUnknown('without_sharing_nano_usd')} AS without_sharing_nano_usd,
    sum(json_extract(forecast, '$.nanoUsd')) AS forecast_nano_usd
  FROM requests`

const fields: Fields<LedgerSum> = {
  threadId: text('thread_id'),
  requests: integer('requests'),
  notReported: integer('not_reported'),
  usage: group({
    input: integer('usage_input'),
    cacheRead: integer('usage_cache_read'),
    cacheWrite5m: integer('usage_cache_write_5m'),
    cacheWrite1h: integer('usage_cache_write_1h'),
    output: integer('usage_output'),
  }),
  nanoUsd: nullable(integer('nano_usd')),
  withoutSharingNanoUsd: nullable(integer('without_sharing_nano_usd')),
  forecastNanoUsd: nullable(integer('forecast_nano_usd')),
}

export interface LedgerSums {
  ofSession(sessionId: string): LedgerSum[]
  ofThread(threadId: string): LedgerSum
  /** A request of the thread is about to change, or to be there, within the running commit. */
  changes(threadId: string): void
}

/** A thread's requests are summed once until one of them changes: every change of a state is told with the sums of a session. */
export function openLedgerSums(connection: Connection): LedgerSums {
  const { db, gate } = connection
  const sum = group(fields)
  const kept = new KeptRows<LedgerSum>(gate)
  const spending = db
    .prepare<[string], string>(
      `SELECT id FROM threads WHERE session_id = ? AND EXISTS (SELECT 1 FROM requests WHERE thread_id = threads.id)
       ORDER BY ordinal`,
    )
    .pluck()
  const summed = db.prepare<[string], Row>(`${SUMS} WHERE thread_id = ? GROUP BY thread_id`)

  function ofThread(threadId: string): LedgerSum {
    const known = kept.get(threadId)
    if (known) return known
    const row = withStoreFailures(db.name, () => summed.get(threadId))
    return kept.keep(threadId, row ? sum.read(row) : nothingSpent(threadId))
  }

  return {
    ofSession: (sessionId) => withStoreFailures(db.name, () => spending.all(sessionId)).map(ofThread),
    ofThread,
    changes: (threadId) => kept.changes(threadId),
  }
}

function nothingSpent(threadId: string): LedgerSum {
  return {
    threadId,
    requests: 0,
    notReported: 0,
    usage: NO_USAGE,
    nanoUsd: 0,
    withoutSharingNanoUsd: 0,
    forecastNanoUsd: null,
  }
}
