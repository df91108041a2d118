// Searching: the index gives candidates, the newest first; of those the best are read and shown.
import type Database from 'better-sqlite3'
import type { SearchAnswer, SearchHit } from '../../../shared/domain/search'
import { itemSchema } from '../../../shared/domain/turn'
import { readQuery, type SearchTerm } from '../../../shared/search/search-query'
import { itemText, threadText } from './item-text'
import { type Candidate, openSearchRows, type SearchRows } from './search-rows'
import { snippetOf } from './snippet'

export interface SearchRequest {
  text: string
  projectId: string | null
  limit: number
  /** EpochMs: what is recent is told from here. */
  now: number
}

/** As many of the newest matches are weighed; a word that is nearly everywhere is not worth reading all of it. */
const CANDIDATES = 2_000
/** After this time, what was found counts half as much more than what is as old as it gets. */
const HALF_LIFE_MS = 30 * 24 * 3_600_000

/** Prepares a search over an open database; the function answers with the best hits. It only reads. */
export function openSearch(db: Database.Database): (request: SearchRequest) => SearchAnswer {
  const rows = openSearchRows(db)
  return ({ text, projectId, limit, now }) => {
    const terms = readQuery(text)
    if (terms.length === 0) return { hits: [], threads: [], sessions: [], more: false }
    const candidates = rows.candidates(matchOf(terms), projectId, CANDIDATES)
    const turns = bestOfTurns(candidates, now)
    const hits = turns.slice(0, limit).flatMap((turn) => hitOf(rows, turn, terms) ?? [])
    return {
      hits,
      threads: rows.threads(unique(hits.map((hit) => hit.threadId))),
      sessions: rows.sessions(unique(hits.map((hit) => hit.sessionId))),
      more: turns.length > limit || candidates.length === CANDIDATES,
    }
  }
}

/** The query in the words of FTS5. Words hold letters and digits only, so that quotes around them hold. */
export function matchOf(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, prefix }) => `"${words.join(' ')}"${prefix ? ' *' : ''}`).join(' AND ')
}

interface TurnFound {
  best: Candidate
  score: number
  parts: number
}

/** One for each turn, the best first. A title that says what the turn says as well only counts with it. */
function bestOfTurns(candidates: readonly Candidate[], now: number): TurnFound[] {
  const turns = new Map<string, TurnFound>()
  for (const candidate of candidates) {
    const score = scoreOf(candidate, now)
    const known = turns.get(candidate.turnId)
    if (!known) {
      turns.set(candidate.turnId, { best: candidate, score, parts: 1 })
      continue
    }
    const titled = known.best.source !== 'items'
    if (titled || score > known.score) known.best = candidate
    if (!titled) known.parts += 1
    known.score = Math.max(score, known.score)
  }
  return [...turns.values()].sort((a, b) => b.score - a.score)
}

function scoreOf({ rank, at }: Candidate, now: number): number {
  const freshness = 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS)
  return -rank * (1 + freshness)
}

function hitOf(rows: SearchRows, { best, parts }: TurnFound, terms: readonly SearchTerm[]): SearchHit | null {
  const { sessionId, threadId, turnId, n, at } = best
  const place = { sessionId, threadId, turnId, n, at, parts }
  if (best.source !== 'items') {
    const text = best.source === 'threads' ? threadText(rows.thread(best.ordinal)) : rows.sessionTitle(best.ordinal)
    return { ...place, ...snippetOf(text, terms), itemId: null, kind: 'title', tool: null }
  }
  // What cannot be read is passed over here as it is everywhere.
  const parsed = itemSchema.safeParse(rows.item(best.ordinal))
  if (!parsed.success) return null
  const item = parsed.data
  const tool = item.kind === 'tool' ? item.name : null
  return { ...place, ...snippetOf(itemText(item), terms), itemId: item.id, kind: item.kind, tool }
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
