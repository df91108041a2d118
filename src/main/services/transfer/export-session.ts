// Exporting: one reading of the store, beside the loop, into a file that is there only when it is whole.
import { isAbsolute } from 'node:path'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { HostParts } from '../host-parts'
import { projectOf, sessionOf } from '../threads'

export class SessionExports {
  constructor(private readonly parts: Pick<HostParts, 'store' | 'outputsDir' | 'clock' | 'log'>) {}

  /**
   * Writes a session as it stands at one moment, also while it runs.
   *
   * @throws FailureError `not_found`, `conflict` for a file that is there, `invalid_input` for a place nothing can be written to,
   *   `store.full`
   */
  async export({
    sessionId,
    path,
    format,
    overwrite,
  }: ParsedInput<'session.export'>): Promise<CommandResult<'session.export'>> {
    const { store, outputsDir, clock, log } = this.parts
    const session = sessionOf(store, sessionId)
    if (!isAbsolute(path)) throw new FailureError('invalid_input', 'Name the file with its whole path.', { path })
    const projectName = projectOf(store, session.projectId).name
    const at = clock.now()
    const bytes = await store.exportSession({ sessionId, path, format, overwrite, outputsDir, projectName, at })
    log.info('session.exported', { sessionId, format, bytes, ms: clock.now() - at })
    return { path, bytes }
  }
}
