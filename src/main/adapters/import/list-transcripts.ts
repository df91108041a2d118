// What another program keeps of a project: each transcript with its title and its number of turns.
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { objectsOfLine } from '../../../core/import/line-objects'
import { type MessageEntry, readEntry } from '../../../core/import/transcript-entry'
import type { Importable } from '../../services/ports/session-files'
import { isMissing } from './agent-transcripts'
import type { FoundTranscripts } from './import-messages'
import { readLines } from './read-lines'

const MOST_LISTED = 200
/** A larger file is listed without the number of its turns. */
const COUNTED_BYTES = 20 * 1024 * 1024
/** After this much was read, the rest is listed by its beginning. */
const READ_BYTES = 200 * 1024 * 1024
const HEAD_LINES = 50
/** What is called longer than this by its folder is called by a hash as well. */
const LONGEST_NAME = 200

interface Found {
  path: string
  bytes: number
  updatedAt: number
}

/** The folder in which the transcripts of a project lie, as the program names it. */
export function transcriptFolder(configFolder: string, projectPath: string): string {
  return join(configFolder, 'projects', projectPath.replaceAll(/[^a-zA-Z0-9]/g, '-'))
}

/** What was counted stays so until its file changes. */
const counted = new Map<string, Importable>()

/** Lists the newest, by the time of their last change. */
export async function listTranscripts(folder: string): Promise<FoundTranscripts> {
  const found: Found[] = []
  for (const place of await foldersNamed(folder)) found.push(...(await transcriptsIn(place)))
  found.sort((a, b) => b.updatedAt - a.updatedAt)
  const files: Importable[] = []
  let read = 0
  for (const file of found.slice(0, MOST_LISTED)) {
    const whole = file.bytes <= COUNTED_BYTES && read + file.bytes <= READ_BYTES
    if (whole) read += file.bytes
    files.push(await facts(file, whole))
  }
  return { files, more: found.length > MOST_LISTED }
}

async function foldersNamed(folder: string): Promise<string[]> {
  const name = basename(folder)
  if (name.length <= LONGEST_NAME) return [folder]
  const start = name.slice(0, LONGEST_NAME)
  return (await namesIn(dirname(folder)))
    .filter((one) => one.startsWith(start))
    .map((one) => join(dirname(folder), one))
}

async function transcriptsIn(folder: string): Promise<Found[]> {
  const found: Found[] = []
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.jsonl') || name.startsWith('agent-')) continue
    const path = join(folder, name)
    const file = await stat(path)
    if (file.isFile()) found.push({ path, bytes: file.size, updatedAt: Math.round(file.mtimeMs) })
  }
  return found
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function facts({ path, bytes, updatedAt }: Found, whole: boolean): Promise<Importable> {
  const known = counted.get(path)
  if (known?.bytes === bytes && known.updatedAt === updatedAt) return known
  let [turns, lines, rank] = [0, 0, 0]
  let title = ''
  for await (const { text } of readLines(path)) {
    if (!whole && ++lines > HEAD_LINES) break
    for (const object of text === null ? [] : objectsOfLine(text).objects) {
      const entry = readEntry(object)
      if (entry?.kind === 'title' && entry.rank >= rank) [title, rank] = [entry.title, entry.rank]
      if (entry?.kind !== 'prompt' || entry.meta || entry.summary || entry.sidechain) continue
      turns++
      if (title === '') title = wordsOf(entry)
    }
  }
  const described = { path, bytes, updatedAt, title: title.slice(0, 200), turns: whole ? turns : null }
  if (counted.size > 1_000) counted.clear()
  if (whole) counted.set(path, described)
  return described
}

function wordsOf({ content }: MessageEntry): string {
  const texts = content.flatMap(({ text }) => (typeof text === 'string' ? text : []))
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}
