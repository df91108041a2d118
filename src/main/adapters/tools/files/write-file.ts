import type { ToolContext } from '../../../services/ports/tools'
import type { WriteInput } from '../definitions/write'
import { grouped, isWellFormed } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { contentHash, hashFile } from './content-hash'
import { absenceGuard, changeGuard, requireKnown, requireRemembered, statOrNull } from './known-file'
import { withRegularFile } from './open-regular'
import type { PathQueue } from './path-queue'
import { requireAccess, resolveTarget, type Target } from './resolve-target'
import { writeAtomically } from './write-atomically'

/** Makes a file or replaces all of one the thread has read. */
export async function writeFile(input: WriteInput, context: ToolContext, queue: PathQueue): Promise<string> {
  const target = await resolveTarget(context, input.file_path)
  requireAccess(target, context, 'write')
  requireWritable(input.content, 'content', target)
  const content = Buffer.from(input.content, 'utf8')
  const verb = await queue.run(target.real, () => put(target, content, context))
  context.reads.set(target.real, contentHash(content))
  const said = `${verb} ${target.shown} (${grouped(content.length)} bytes).`
  return target.mapped === null ? said : `${said}\n${target.mapped}`
}

async function put(target: Target, content: Buffer, context: ToolContext): Promise<'Made' | 'Replaced'> {
  if ((await statOrNull(target.real)) === null) {
    await writeAtomically({ target, content, mode: null, beforeReplace: absenceGuard(target) })
    return 'Made'
  }
  await withRegularFile(target, async (handle) => {
    const { size, mode } = await handle.stat()
    requireRemembered(target, size)
    const beforeReplace = await changeGuard(target, handle)
    requireKnown(target, context, await hashFile(handle, context.signal))
    await writeAtomically({ target, content, mode: mode & 0o7777, beforeReplace })
  })
  return 'Replaced'
}

/** Text with a lone surrogate has no form in UTF-8: what would be written is not what was given. */
export function requireWritable(text: string, field: string, target: Target): void {
  if (isWellFormed(text)) return
  throw new ToolRefusal(
    `${field} holds half of a surrogate pair, which cannot be written as UTF-8. ${target.shown} was not changed.`,
  )
}
