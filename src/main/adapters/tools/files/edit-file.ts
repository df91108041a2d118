import { isUtf8 } from 'node:buffer'
import type { ToolContext } from '../../../services/ports/tools'
import type { EditInput } from '../definitions/edit'
import { EDIT_BYTES } from '../limits'
import { grouped } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { contentHash } from './content-hash'
import { changeGuard, requireKnown } from './known-file'
import { withRegularFile } from './open-regular'
import type { PathQueue } from './path-queue'
import { type ReplaceOutcome, replaceText } from './replace-text'
import { requireAccess, resolveTarget, type Target } from './resolve-target'
import { writeAtomically } from './write-atomically'
import { requireWritable } from './write-file'

const MAX_LINES_NAMED = 10
const BYTE_ORDER_MARK = '\ufeff'

/** Replaces a passage of a UTF-8 file the thread has read. */
export async function editFile(input: EditInput, context: ToolContext, queue: PathQueue): Promise<string> {
  const target = await resolveTarget(context, input.file_path)
  requireAccess(target, context, 'write')
  requireWritable(input.new_string, 'new_string', target)
  if (input.old_string === input.new_string) {
    throw new ToolRefusal(`old_string and new_string are the same. ${target.shown} was not changed.`)
  }
  const said = await queue.run(target.real, () => edit(target, input, context))
  return target.mapped === null ? said : `${said}\n${target.mapped}`
}

async function edit(target: Target, input: EditInput, context: ToolContext): Promise<string> {
  return await withRegularFile(target, async (handle) => {
    const { size, mode } = await handle.stat()
    if (size > EDIT_BYTES) {
      throw new ToolRefusal(
        `${target.shown} has ${grouped(size)} bytes; edit takes files up to ${grouped(EDIT_BYTES)}. Nothing was changed.`,
      )
    }
    const beforeReplace = await changeGuard(target, handle)
    const bytes = await handle.readFile()
    requireKnown(target, context, contentHash(bytes))
    if (!isUtf8(bytes)) {
      throw new ToolRefusal(
        `${target.shown} is not valid UTF-8, so it could not be written back unharmed. Nothing was changed.`,
      )
    }
    const { text, count, firstLine } = replaced(bytes.toString('utf8'), input, target)
    const content = Buffer.from(text, 'utf8')
    await writeAtomically({ target, content, mode: mode & 0o7777, beforeReplace })
    context.reads.set(target.real, contentHash(content))
    return count === 1
      ? `Edited ${target.shown} at line ${firstLine}.`
      : `Edited ${target.shown}: ${count} replacements, the first at line ${firstLine}.`
  })
}

/** Decoding kept a byte order mark; it stays in its place and is no part of any passage. */
function replaced(whole: string, input: EditInput, target: Target): Extract<ReplaceOutcome, { ok: true }> {
  const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  const outcome = replaceText(whole.slice(mark.length), {
    oldString: input.old_string,
    newString: input.new_string,
    replaceAll: input.replace_all ?? false,
  })
  if (!outcome.ok) throw new ToolRefusal(notReplaced(outcome, target))
  return { ...outcome, text: mark + outcome.text }
}

function notReplaced({ lines, similarLine }: Extract<ReplaceOutcome, { ok: false }>, { shown }: Target): string {
  if (lines.length > 0) {
    const named = lines.slice(0, MAX_LINES_NAMED).join(', ')
    const more = lines.length > MAX_LINES_NAMED ? ', …' : ''
    return `old_string occurs ${lines.length} times in ${shown} (lines ${named}${more}). Take in more of the lines around the one you mean, or set replace_all. Nothing was changed.`
  }
  const hint =
    similarLine === null
      ? ''
      : ` From line ${similarLine} on there is a passage that differs only in white space at the ends of its lines, such as indentation.`
  return `old_string does not occur in ${shown}.${hint} Nothing was changed.`
}
