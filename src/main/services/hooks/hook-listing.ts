// The hooks of a project and of the person, as they are listed: each with its file, and whether it counts now.
import type { Hook } from '../../../core/hooks/hook'
import type { LibraryHook } from '../../../shared/contract/library-commands'
import type { HostParts } from '../host-parts'
import type { BrokenFile } from '../ports/agent-files'
import type { HookFile, HookFiles } from '../ports/hooks'
import { projectOf } from '../threads'

const UNTRUSTED = 'The project is not trusted with this file as it is.'

export class HookListing {
  constructor(private readonly parts: Pick<HostParts, 'store' | 'trusted'> & { hookFiles: HookFiles }) {}

  /** Every hook, in the order of the files, and what of those files cannot be used. */
  async list(projectId: string): Promise<{ hooks: LibraryHook[]; broken: BrokenFile[] }> {
    const { realPath } = projectOf(this.parts.store, projectId)
    const { files, broken } = await this.parts.hookFiles.read(realPath)
    const trusted = await this.parts.trusted(projectId)
    const { trustedFiles } = projectOf(this.parts.store, projectId)
    const off = files.some(({ origin, disabled }) => origin === 'home' && disabled)
    const whyNot = (file: HookFile): string | null => {
      if (off || file.disabled) return `“disableAllHooks” is set in ${off ? '~/.claude/settings.json' : file.source}.`
      if (file.origin === 'home') return null
      return trusted && trustedFiles[file.source] === file.contentHash ? null : UNTRUSTED
    }
    return { hooks: files.flatMap((file) => file.hooks.map((hook) => entryOf(hook, whyNot(file)))), broken }
  }
}

function entryOf(
  { event, matcher, command, timeoutMs, source, line, origin, remarks }: Hook,
  why: string | null,
): LibraryHook {
  return { event, matcher, command, timeoutMs, source, line, origin, active: why === null, why, remarks: [...remarks] }
}
