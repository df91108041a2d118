// Where the transcripts of a conversation's agents lie: beside its own, or in the folder of its name.
import { open, readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { AgentFacts } from '../../../core/import/spawned-agents'
import { objectOf, textOf } from '../../../core/import/transcript-entry'

export interface AgentTranscript {
  path: string
  agentId: string
  facts: AgentFacts
}

const NAME = /^agent-([\w-]{1,100})\.jsonl$/
/** More agents than a conversation ever had. */
const MOST_FILES = 2_000
const DEEPEST = 3
const HEAD_BYTES = 64 * 1024
const META_BYTES = 64 * 1024

/**
 * Finds them, by name. A file beside the transcript is an agent's of it when its first line names one of these sessions.
 *
 * @param sessions the names the conversation has in its own file
 */
export async function agentTranscripts(path: string, sessions: ReadonlySet<string>): Promise<AgentTranscript[]> {
  const folder = dirname(path)
  const own = join(folder, basename(path).replace(/\.jsonl$/, ''), 'subagents')
  const found = await filesBelow(own, 0)
  for (const file of await filesIn(folder)) {
    if (found.length >= MOST_FILES) break
    if (file !== path && sessions.has((await sessionOfFirstLine(file)) ?? '')) found.push(file)
  }
  const transcripts: AgentTranscript[] = []
  for (const file of found.slice(0, MOST_FILES)) {
    const agentId = NAME.exec(basename(file))?.[1]
    if (agentId !== undefined) transcripts.push({ path: file, agentId, facts: await factsBeside(file) })
  }
  return transcripts
}

/** Regular files only: what a link points to is not part of the conversation. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder)
  const names = entries.filter((entry) => entry.isFile() && NAME.test(entry.name)).map(({ name }) => name)
  return names.sort().map((name) => join(folder, name))
}

async function filesBelow(folder: string, depth: number): Promise<string[]> {
  const files = await filesIn(folder)
  if (depth >= DEEPEST) return files
  for (const entry of await entriesOf(folder)) {
    if (files.length >= MOST_FILES) break
    if (entry.isDirectory()) files.push(...(await filesBelow(join(folder, entry.name), depth + 1)))
  }
  return files
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

async function sessionOfFirstLine(path: string): Promise<string | null> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const head = buffer.toString('utf8', 0, bytesRead)
    return /"sessionId":"([^"\\]{1,200})"/.exec(head)?.[1] ?? null
  } finally {
    await file.close()
  }
}

/** What the program wrote down about an agent; a file that cannot be read says nothing. */
async function factsBeside(path: string): Promise<AgentFacts> {
  const facts = await readMeta(path.replace(/\.jsonl$/, '.meta.json'))
  return {
    agentType: textOf(facts.agentType)?.slice(0, 200) ?? null,
    description: textOf(facts.description)?.slice(0, 500) ?? null,
    toolUseId: textOf(facts.toolUseId),
  }
}

async function readMeta(path: string): Promise<Record<string, unknown>> {
  try {
    const text = await readFile(path, 'utf8')
    return text.length > META_BYTES ? {} : (objectOf(JSON.parse(text)) ?? {})
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return {}
    throw error
  }
}
