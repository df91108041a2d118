// The statements a search reads with.
import type Database from 'better-sqlite3'
import type { FoundSession, FoundThread } from '../../../shared/domain/search'
import type { ThreadRecord } from '../records'
import { INDEX_BASE } from './search-index'

export interface Candidate {
  /** The number of the row in its table. */
  ordinal: number
  source: 'items' | 'threads' | 'sessions'
  sessionId: string
  threadId: string
  turnId: string
  n: number
  at: number
  /** bm25: the further below zero the better. */
  rank: number
}

export interface SearchRows {
  /** What matches, the newest first; without a project, in all of them. */
  candidates(match: string, projectId: string | null, limit: number): Candidate[]
  /** The stored item, parsed and not checked; null when it is no JSON. */
  item(ordinal: number): unknown
  thread(ordinal: number): Pick<ThreadRecord, 'parentId' | 'title' | 'directive'>
  sessionTitle(ordinal: number): string
  threads(ids: readonly string[]): FoundThread[]
  sessions(ids: readonly string[]): FoundSession[]
}

type Source = Candidate['source']

/** How a row of the index leads to a turn. A title leads to the first turn of its thread: without one there is nowhere to go. */
const PLACES: Record<Source, string> = {
  items: `JOIN items ON items.ordinal = search.rowid
    JOIN turns ON turns.id = items.turn_id
    JOIN threads ON threads.id = items.thread_id
    JOIN sessions ON sessions.id = threads.session_id`,
  threads: `JOIN threads ON threads.ordinal = search.rowid - ${INDEX_BASE.threads}
    JOIN turns ON turns.thread_id = threads.id AND turns.n = 1
    JOIN sessions ON sessions.id = threads.session_id`,
  sessions: `JOIN sessions ON sessions.ordinal = search.rowid - ${INDEX_BASE.sessions}
    JOIN threads ON threads.id = sessions.main_thread_id
    JOIN turns ON turns.thread_id = threads.id AND turns.n = 1`,
}

const BOUNDS: Record<Source, string> = {
  items: `search.rowid < ${INDEX_BASE.threads}`,
  threads: `search.rowid >= ${INDEX_BASE.threads} AND search.rowid < ${INDEX_BASE.sessions}`,
  sessions: `search.rowid >= ${INDEX_BASE.sessions}`,
}

/** CROSS JOIN order is kept by SQLite: the index first, so that its rows come in their order and the rest is looked up. */
function candidatesSql(source: Source): string {
  return `
    SELECT search.rowid - ${INDEX_BASE[source]} AS ordinal, '${source}' AS source, sessions.id AS sessionId,
      threads.id AS threadId, turns.id AS turnId, turns.n AS n, turns.started_at AS at, bm25(search, 1.0, 0.5) AS rank
    FROM search ${PLACES[source].replaceAll(/\bJOIN\b/g, 'CROSS JOIN')}
    WHERE search MATCH @match AND ${BOUNDS[source]} AND (@projectId IS NULL OR sessions.project_id = @projectId)
    ORDER BY search.rowid DESC LIMIT @limit`
}

const THREADS = `
  SELECT id, session_id AS sessionId, kind, title, state, archived_at AS archivedAt,
    (SELECT count(*) FROM threads AS earlier
      WHERE earlier.session_id = threads.session_id AND earlier.ordinal < threads.ordinal) AS nth
  FROM threads WHERE id IN (SELECT value FROM json_each(?))`

const SESSIONS = `
  SELECT id, project_id AS projectId, title, updated_at AS updatedAt
  FROM sessions WHERE id IN (SELECT value FROM json_each(?))`

interface Question {
  match: string
  projectId: string | null
  limit: number
}

/** Prepares the statements. */
export function openSearchRows(db: Database.Database): SearchRows {
  const sources = (['sessions', 'threads', 'items'] as const).map((source) =>
    db.prepare<[Question], Candidate>(candidatesSql(source)),
  )
  const item = db.prepare<[number], string>('SELECT json FROM items WHERE ordinal = ?').pluck()
  const thread = db.prepare<[number], ReturnType<SearchRows['thread']>>(
    'SELECT parent_id AS parentId, title, directive FROM threads WHERE ordinal = ?',
  )
  const sessionTitle = db.prepare<[number], string>('SELECT title FROM sessions WHERE ordinal = ?').pluck()
  const threads = db.prepare<[string], FoundThread>(THREADS)
  const sessions = db.prepare<[string], FoundSession>(SESSIONS)
  return {
    candidates(match, projectId, limit) {
      const found: Candidate[] = []
      for (const source of sources) {
        const left = limit - found.length
        if (left > 0) found.push(...source.all({ match, projectId, limit: left }))
      }
      return found
    },
    item: (ordinal) => parse(item.get(ordinal) ?? ''),
    thread: (ordinal) => thread.get(ordinal) ?? { parentId: null, title: '', directive: null },
    sessionTitle: (ordinal) => sessionTitle.get(ordinal) ?? '',
    threads: (ids) => threads.all(JSON.stringify(ids)),
    sessions: (ids) => sessions.all(JSON.stringify(ids)),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
