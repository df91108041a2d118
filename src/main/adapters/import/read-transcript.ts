// A transcript with those of its agents, from their files to the rows of a session.
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { DraftRow } from '../../../core/import/draft-rows'
import { type JsonObject, objectsOfLine } from '../../../core/import/line-objects'
import type { AgentFacts } from '../../../core/import/spawned-agents'
import { readEntry, type TranscriptEntry } from '../../../core/import/transcript-entry'
import { type SessionContext, writeSession } from '../../../core/import/transcript-session'
import { buildTree } from '../../../core/import/transcript-tree'
import { FailureError } from '../../../shared/contract/failure'
import type { ReadSession, SkippedLine } from '../../services/ports/session-files'
import { agentTranscripts } from './agent-transcripts'
import { readLines } from './read-lines'

/** All files of a conversation together. */
const MOST_BYTES = 2 * 1024 ** 3
/** As many skipped lines are named; all are counted. */
const MOST_NAMED = 100

/**
 * Reads a transcript and hands its rows over.
 *
 * @throws FailureError `invalid_input` where it holds no conversation, or is too large
 */
export async function readTranscript(
  path: string,
  context: Pick<SessionContext, 'mint' | 'hash'>,
  emit: (row: DraftRow) => void,
): Promise<ReadSession> {
  const skipped = new SkippedLines()
  const { size, mtimeMs } = await stat(path)
  const sessions = new Set([basename(path).replace(/\.jsonl$/, '')])
  const own = await entriesOf(path, skipped, ({ sessionId }) => {
    if (typeof sessionId === 'string' && sessions.size < 1_000) sessions.add(sessionId)
  })
  const facts = new Map<string, AgentFacts>()
  const others: TranscriptEntry[] = []
  let bytes = size
  for (const agent of await agentTranscripts(path, sessions)) {
    bytes += (await stat(agent.path)).size
    if (bytes > MOST_BYTES) throw tooLarge(path)
    facts.set(agent.agentId, agent.facts)
    for (const entry of await entriesOf(agent.path, skipped))
      if (entry.kind !== 'title') others.push({ ...entry, sidechain: true, agentId: agent.agentId })
  }
  const tree = buildTree([...mainOf(own), ...others])
  const counts = writeSession(tree, { ...context, fileAt: Math.round(mtimeMs), agents: facts, emit })
  if (!counts)
    throw new FailureError('invalid_input', `${basename(path)} holds no conversation.`, {
      path,
      skippedLines: skipped.count,
    })
  return { format: 'transcript', ...counts, skippedLines: skipped.count, skipped: skipped.named }
}

/** The transcript of an agent alone is a conversation as well. */
function mainOf(entries: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  const says = (entry: TranscriptEntry) => entry.kind !== 'title' && entry.kind !== 'passing'
  if (entries.some((entry) => says(entry) && 'sidechain' in entry && !entry.sidechain)) return entries
  return entries.map((entry) => (entry.kind === 'title' ? entry : { ...entry, sidechain: false, agentId: null }))
}

async function entriesOf(
  path: string,
  skipped: SkippedLines,
  onObject: (object: JsonObject) => void = () => {},
): Promise<TranscriptEntry[]> {
  if ((await stat(path)).size > MOST_BYTES) throw tooLarge(path)
  const entries: TranscriptEntry[] = []
  for await (const { n, text } of readLines(path)) {
    if (text === null) {
      skipped.add(path, n, 'longer than a line may be')
      continue
    }
    const { objects, torn } = objectsOfLine(text)
    if (torn) skipped.add(path, n, objects.length > 0 ? 'partly torn; the rest of it was read' : 'torn, or no JSON')
    for (const object of objects) {
      onObject(object)
      const entry = readEntry(object)
      if (entry) entries.push(entry)
    }
  }
  return entries
}

class SkippedLines {
  count = 0
  readonly named: SkippedLine[] = []

  add(path: string, line: number, reason: string): void {
    this.count++
    if (this.named.length < MOST_NAMED) this.named.push({ file: basename(path), line, reason })
  }
}

function tooLarge(path: string): FailureError {
  return new FailureError('invalid_input', `${basename(path)} and what belongs to it are larger than 2 GB.`, { path })
}
