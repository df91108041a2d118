// Projects: folders the person opened, known by their real path, restricted until trusted.
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { FailureError } from '../../../shared/contract/failure'
import type { TrustView } from '../../../shared/contract/system-commands'
import type { Project } from '../../../shared/domain/session'
import type { ProjectRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { ProjectFiles } from '../ports/project-files'
import { projectOf } from '../threads'

type ProjectParts = Pick<HostParts, 'store' | 'clock' | 'ids' | 'git'> & { projectFiles: ProjectFiles }

export function projectView(record: ProjectRecord): Project {
  const { id, realPath, name, isGit, demo, openedAt } = record
  return { id, realPath, name, isGit, trusted: record.trustedHash !== null, demo, openedAt }
}

export class Projects {
  constructor(private readonly parts: ProjectParts) {}

  /**
   * Opens a folder; the same folder, however it is spelled, is the same project.
   *
   * @throws FailureError `project.not_found`, `project.not_a_folder`, `project.unreadable`
   */
  async open(path: string, demo = false): Promise<ProjectRecord> {
    const { store, clock, ids, git } = this.parts
    const real = await realFolder(path)
    const { isGit } = await git.inspectRepository(real, { trusted: false })
    const openedAt = clock.now()
    return store.commit(() => {
      const known = store.projects.byRealPath(real)
      if (known) {
        store.projects.update(known.id, { isGit, openedAt })
        return { ...known, isGit, openedAt }
      }
      const record: ProjectRecord = {
        id: ids.next('project'),
        realPath: real,
        name: basename(real) || real,
        isGit,
        trustedHash: null,
        trustedFiles: {},
        demo,
        openedAt,
      }
      store.projects.insert(record)
      return record
    })
  }

  list(): Project[] {
    return this.parts.store.projects.list().map(projectView)
  }

  /** Whether the project is trusted as its files are now; a change of them makes it restricted again. */
  async trusted(projectId: string): Promise<boolean> {
    const project = projectOf(this.parts.store, projectId)
    if (project.trustedHash === null) return false
    return (await this.parts.projectFiles.activations(project.realPath)).hash === project.trustedHash
  }

  /**
   * What would become active in a project; with the hash just read, trusts exactly those files.
   *
   * @throws FailureError `conflict` when the files changed since the hash was read
   */
  async trust(projectId: string, hash: string | undefined): Promise<TrustView> {
    const { store, projectFiles } = this.parts
    const project = projectOf(store, projectId)
    const now = await projectFiles.activations(project.realPath)
    const changed = project.trustedHash === null ? [] : projectFiles.changed(project.trustedFiles, now.files)
    const view = { hash: now.hash, activations: now.activations }
    if (hash === undefined) return { ...view, trusted: project.trustedHash === now.hash, changed }
    if (hash !== now.hash)
      throw new FailureError(
        'conflict',
        'The files of this project changed since they were shown; look at them again.',
        {
          projectId,
        },
      )
    store.commit(() => store.projects.update(projectId, { trustedHash: now.hash, trustedFiles: now.files }))
    return { ...view, trusted: true, changed: [] }
  }
}

async function realFolder(path: string): Promise<string> {
  let real: string
  try {
    real = await realpath(path)
    if (!(await stat(real)).isDirectory())
      throw new FailureError('project.not_a_folder', `${path} is a file, not a folder.`, { path })
    await access(real, constants.R_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof FailureError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') throw new FailureError('project.not_found', `There is no folder ${path}.`, { path })
    if (code === 'ENOTDIR') throw new FailureError('project.not_a_folder', `${path} is not a folder.`, { path })
    throw new FailureError('project.unreadable', `The folder ${path} cannot be read (${String(code)}).`, { path })
  }
  return real
}
