import type { ProjectRecord } from '../records'

export interface ProjectTable {
  insert(project: ProjectRecord): void
  get(id: string): ProjectRecord | undefined
  /** The project of a folder, by its real path. */
  byRealPath(realPath: string): ProjectRecord | undefined
  /** All projects, the one opened last first. */
  list(): ProjectRecord[]
  update(id: string, patch: Partial<Omit<ProjectRecord, 'id'>>): void
}
