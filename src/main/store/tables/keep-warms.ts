import { keepWarmSchema } from '../../../shared/domain/keep-warm'
import type { Connection } from '../connection'
import { choice, type Fields, integer, nullable, text } from '../fields'
import type { KeepWarmRecord } from '../records'
import { openRows } from '../rows'

/** Which threads are kept warm, and of which it has to be said why they no longer are. */
export interface KeepWarmTable {
  get(threadId: string): KeepWarmRecord | undefined
  all(): KeepWarmRecord[]
  /** Writes the row of a thread anew. */
  put(record: KeepWarmRecord): void
  remove(threadId: string): void
}

const fields: Fields<KeepWarmRecord> = {
  threadId: text('thread_id'),
  state: choice('state', keepWarmSchema.shape.state.options),
  untilAt: integer('until_at'),
  nextAt: nullable(integer('next_at')),
  refreshes: integer('refreshes'),
  reason: nullable(text('reason')),
}

export function openKeepWarms(connection: Connection): KeepWarmTable {
  const rows = openRows(connection, 'keep_warms', ['thread_id'], fields)
  const byId = rows.select('WHERE thread_id = ?')
  const all = rows.select('ORDER BY thread_id')
  const remove = rows.write('DELETE FROM keep_warms WHERE thread_id = ?')
  return {
    get: (threadId) => byId.first(threadId),
    all: () => all.all(),
    put(record) {
      remove.run(record.threadId)
      rows.insert(record)
    },
    remove: (threadId) => void remove.run(threadId),
  }
}
