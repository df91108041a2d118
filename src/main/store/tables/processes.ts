import type { Connection } from '../connection'
import { type Fields, integer, text } from '../fields'
import type { ProcessRecord } from '../records'
import { openRows } from '../rows'

/** Process groups we started and have not seen end. */
export interface ProcessTable {
  insert(process: ProcessRecord): void
  remove(pid: number, startTicks: string): void
  list(): ProcessRecord[]
}

const fields: Fields<ProcessRecord> = {
  pid: integer('pid'),
  startTicks: text('start_ticks'),
  bootId: text('boot_id'),
  threadId: text('thread_id'),
  toolUseId: text('tool_use_id'),
  command: text('command'),
  createdAt: integer('created_at'),
}

export function openProcesses(connection: Connection): ProcessTable {
  const rows = openRows(connection, 'processes', ['pid', 'start_ticks', 'boot_id'], fields)
  const all = rows.select('ORDER BY rowid')
  const remove = rows.write('DELETE FROM processes WHERE pid = ? AND start_ticks = ?')
  return {
    insert: rows.insert,
    remove: (pid, startTicks) => void remove.run(pid, startTicks),
    list: () => all.all(),
  }
}
