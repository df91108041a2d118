import type { PermissionMode } from '../../shared/domain/thread'
import type { HostParts } from './host-parts'
import { projectOf } from './threads'

const STRICTEST_FIRST: readonly PermissionMode[] = ['plan', 'default', 'acceptEdits', 'bypassPermissions']

/**
 * The mode a new session begins with where nobody names one: that of the settings files, else the person's own setting. The files of
 * a project that is not trusted can only make it stricter.
 */
export async function defaultMode(
  parts: Pick<HostParts, 'store' | 'judge' | 'trusted' | 'settings'>,
  projectId: string,
): Promise<PermissionMode> {
  const own = parts.settings().permissionMode
  const { defaultMode: written } = await parts.judge.readRules(projectOf(parts.store, projectId).realPath)
  if (written === null) return own
  const stricter = STRICTEST_FIRST.indexOf(written.mode) < STRICTEST_FIRST.indexOf(own)
  return stricter || !written.ofProject || (await parts.trusted(projectId)) ? written.mode : own
}
