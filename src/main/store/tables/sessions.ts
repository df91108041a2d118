import { z } from 'zod'
import { permissionMode } from '../../../shared/domain/thread'
import type { EpochMs } from '../../../shared/domain/units'
import type { Connection } from '../connection'
import { choice, type Fields, flag, integer, json, nullable, text } from '../fields'
import type { SessionRecord } from '../records'
import { mustChange, openRows } from '../rows'
import { openSearchIndex } from '../search/search-index'

export interface SessionTable {
  insert(session: SessionRecord): void
  get(id: string): SessionRecord | undefined
  /** The sessions of one project, or all; the one changed last first. */
  list(projectId?: string): SessionRecord[]
  /** Moves `updatedAt` forward; an earlier time changes nothing. */
  touch(id: string, at: EpochMs): void
  update(id: string, patch: Partial<Omit<SessionRecord, 'id'>>): void
}

const fields: Fields<SessionRecord> = {
  id: text('id'),
  projectId: text('project_id'),
  title: text('title'),
  mainThreadId: text('main_thread_id'),
  permissionMode: choice('permission_mode', permissionMode.options),
  coordinator: flag('coordinator'),
  forkMode: nullable(flag('fork_mode')),
  cacheTtl: choice('cache_ttl', ['5m', '1h']),
  addedFolders: json('added_folders', z.array(z.string())),
  createdAt: integer('created_at'),
  updatedAt: integer('updated_at'),
}

export function openSessions(connection: Connection): SessionTable {
  const rows = openRows(connection, 'sessions', ['id'], fields, true)
  const index = openSearchIndex(connection, 'sessions')
  const byId = rows.select('WHERE id = ?')
  const all = rows.select('ORDER BY updated_at DESC, ordinal DESC')
  const ofProject = rows.select('WHERE project_id = ? ORDER BY updated_at DESC, ordinal DESC')
  const touch = rows.write('UPDATE sessions SET updated_at = max(updated_at, ?) WHERE id = ?')
  return {
    insert(session) {
      rows.insert(session)
      index.put(session.id, session.title)
    },
    get: (id) => byId.first(id),
    list: (projectId) => (projectId === undefined ? all.all() : ofProject.all(projectId)),
    touch: (id, at) => mustChange(touch.run(at, id), 'sessions', id),
    update(id, patch) {
      mustChange(rows.update([id], patch), 'sessions', id)
      if (patch.title !== undefined) index.put(id, patch.title)
    },
  }
}
