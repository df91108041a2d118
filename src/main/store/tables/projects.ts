import { z } from 'zod'
import type { Connection } from '../connection'
import { type Fields, flag, integer, json, nullable, text } from '../fields'
import type { ProjectRecord } from '../records'
import { mustChange, openRows } from '../rows'

export interface ProjectTable {
  insert(project: ProjectRecord): void
  get(id: string): ProjectRecord | undefined
  /** The project of a folder, by its real path. */
  byRealPath(realPath: string): ProjectRecord | undefined
  /** All projects, the one opened last first. */
  list(): ProjectRecord[]
  update(id: string, patch: Partial<Omit<ProjectRecord, 'id'>>): void
}

const fields: Fields<ProjectRecord> = {
  id: text('id'),
  realPath: text('real_path'),
  name: text('name'),
  isGit: flag('is_git'),
  trustedHash: nullable(text('trusted_hash')),
  trustedFiles: json('trusted_files', z.record(z.string(), z.string())),
  demo: flag('demo'),
  openedAt: integer('opened_at'),
}

export function openProjects(connection: Connection): ProjectTable {
  const rows = openRows(connection, 'projects', ['id'], fields, true)
  const byId = rows.select('WHERE id = ?')
  const byRealPath = rows.select('WHERE real_path = ?')
  const all = rows.select('ORDER BY opened_at DESC, id DESC')
  return {
    insert: rows.insert,
    get: (id) => byId.first(id),
    byRealPath: (realPath) => byRealPath.first(realPath),
    list: () => all.all(),
    update: (id, patch) => mustChange(rows.update([id], patch), 'projects', id),
  }
}
