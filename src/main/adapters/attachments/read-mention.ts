// A file or folder that a message names with `@`, as it is at this moment.
import { readdir, stat } from 'node:fs/promises'
import { fileText } from '../../../core/content/attachment-blocks'
import type { FileMention } from '../../../core/content/file-mentions'
import { imageFacts } from '../../../core/content/image-facts'
import { MAX_FILE_BYTES } from '../../../shared/contract/attachment-limits'
import type { PreparedFile } from '../../services/ports/attaching'
import type { ReadLedger, ToolContext, ToolPlaces } from '../../services/ports/tools'
import { isPdf } from '../pictures/prepare-document'
import { refused } from '../pictures/refuse'
import { isCode, requireSamePlace, withRegularFile } from '../tools/files/open-regular'
import { readFile } from '../tools/files/read-file'
import { resolveTarget, type Target } from '../tools/files/resolve-target'
import { ToolRefusal } from '../tools/tool-refusal'
import { prepareFile, sentence, textFacts } from './prepare-file'

const LISTED = 200
const HEAD_BYTES = 4096

interface Found {
  /** As the person wrote it. */
  path: string
  target: Target
  isFolder: boolean
}

/** What a mention means: the first of its paths where something is; null where nothing is. */
export async function findMention({ paths }: FileMention, places: ToolPlaces): Promise<Found | null> {
  for (const path of paths) {
    const target = await targetOf(places, path)
    const there = target && (await statOf(target.real))
    if (target && there) return { path, target, isFolder: there.isDirectory() }
  }
  return null
}

/**
 * Reads what a mention names.
 *
 * @returns null when there is nothing of that name
 * @throws FailureError `attachment.refused`: outside of the thread's places, wherever a link is that leads there, or no file that is taken
 */
export async function readMention(
  mention: FileMention,
  places: ToolPlaces,
  reads: ReadLedger,
): Promise<PreparedFile | null> {
  const found = await findMention(mention, places)
  if (!found) return null
  const { path, target, isFolder } = found
  if (target.place === 'outside')
    throw refused(
      `@${path}`,
      `leads to ${target.real}, outside of the folder this thread works in, and is not attached. If you mean that file, attach it with the button.`,
    )
  try {
    return isFolder ? await listFolder(path, target) : await readTarget(found, mention, places, reads)
  } catch (error) {
    if (error instanceof ToolRefusal) throw refused(`@${path}`, `cannot be attached: ${error.message}`)
    if (isCode(error, 'EACCES') || isCode(error, 'EPERM'))
      throw refused(`@${path}`, 'cannot be read: access is denied.')
    throw error
  }
}

async function readTarget(
  { path, target }: Found,
  mention: FileMention,
  places: ToolPlaces,
  reads: ReadLedger,
): Promise<PreparedFile> {
  const media = await mediaBytes(path, target)
  if (media) return prepareFile(path, media)
  const { lines } = mention
  const range = lines ? { offset: lines.from, limit: lines.to - lines.from + 1 } : {}
  const content = await readFile({ file_path: target.real, ...range }, readingContext(places, reads))
  if (typeof content !== 'string') throw refused(`@${path}`, 'changed while it was read.')
  const facts = textFacts(withLines(path, lines), 'text', Buffer.byteLength(content), notesIn(content))
  return { facts, block: { type: 'text', text: fileText(facts, content) } }
}

function withLines(path: string, lines: FileMention['lines']): string {
  if (!lines) return path
  return lines.from === lines.to ? `${path}#L${lines.from}` : `${path}#L${lines.from}-${lines.to}`
}

/** The bytes of a picture or a PDF; null for every other file. */
function mediaBytes(path: string, target: Target): Promise<Buffer | null> {
  return withRegularFile(target, async (handle) => {
    const { size } = await handle.stat()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.subarray(0, bytesRead)
    if (!imageFacts(head) && !isPdf(head)) return null
    if (size > MAX_FILE_BYTES) throw refused(`@${path}`, `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`)
    const whole = Buffer.alloc(size)
    const read = await handle.read(whole, 0, size, 0)
    return whole.subarray(0, read.bytesRead)
  })
}

/** The cuts a reading told of stand at its end. */
function notesIn(content: string): string[] {
  return content
    .split('\n')
    .slice(-4)
    .filter((line) => /^\[lines \d/.test(line))
    .map(sentence)
}

async function listFolder(path: string, target: Target): Promise<PreparedFile> {
  const entries = await readdir(target.real, { withFileTypes: true })
  await requireSamePlace(target)
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
  const shown = names.slice(0, LISTED)
  const cut = names.length > LISTED ? `[cut: ${LISTED} of ${names.length} entries]` : null
  const facts = textFacts(path, 'folder', 0, cut ? [sentence(cut)] : [])
  const content = names.length === 0 ? '[empty]' : [...shown, ...(cut ? [cut] : [])].join('\n')
  return {
    facts: { ...facts, bytes: Buffer.byteLength(content) },
    block: { type: 'text', text: fileText(facts, content) },
  }
}

/** A word that is no path leads nowhere. */
async function targetOf(places: ToolPlaces, path: string): Promise<Target | null> {
  if (path.includes('\0') || path.length > 4_000) return null
  try {
    return await resolveTarget(places, path)
  } catch (error) {
    if (error instanceof ToolRefusal || isCode(error, 'ENAMETOOLONG')) return null
    throw error
  }
}

async function statOf(path: string) {
  try {
    return await stat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null
    throw error
  }
}

/** A reading that runs no process and stands for no call. */
function readingContext(places: ToolPlaces, reads: ReadLedger): ToolContext {
  return {
    ...places,
    threadId: '',
    toolUseId: '',
    allowedPaths: [],
    readOnly: true,
    reads,
    signal: new AbortController().signal,
    onOutput: () => {},
    onProcess: () => {},
    onProcessEnd: () => {},
  }
}
