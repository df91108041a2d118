// What a client knows of one session: whole entities from events, bodies by page, and what still streams.
import type { CommandResult } from '../contract/commands'
import type { Approval } from '../domain/approval'
import type { Request } from '../domain/ledger'
import type { Session } from '../domain/session'
import type { Thread } from '../domain/thread'
import type { Item, Turn, TurnWithItems } from '../domain/turn'

/** An item, or the part of one, that has arrived by deltas only. The stored item of the same id replaces it. */
export interface LiveItem {
  id: string
  turnId: string
  threadId: string
  channel: 'text' | 'thinking' | 'input' | 'output'
  /** For `input`: the tool's name. */
  name: string | null
  /** What has grown so far; of `output` only the last part. */
  text: string
}

/** The items of a turn that are known. Without `complete` there may be earlier ones that no page has brought yet. */
export interface TurnBody {
  items: readonly Item[]
  complete: boolean
}

export interface SessionView {
  session: Session
  /** The number of the last event that was applied; where to go on from after a lost connection. */
  seq: number
  threads: Readonly<Record<string, Thread>>
  /** All threads in the order they were made; the same array until a thread is added. */
  threadIds: readonly string[]
  /** The turns of each thread, by their number. Complete from the first moment. */
  turns: Readonly<Record<string, readonly Turn[]>>
  /** By turn id; only what a page or an event has brought. */
  bodies: Readonly<Record<string, TurnBody>>
  /** By turn id; only of turns that stream. */
  live: Readonly<Record<string, readonly LiveItem[]>>
  /** Open ones, oldest first. */
  approvals: readonly Approval[]
  /** By thread id; only of threads whose ledger was asked for. */
  requests: Readonly<Record<string, readonly Request[]>>
  /** Changes whenever something of the session's tool servers did. */
  toolServerNews: number
}

/** The view a client starts from: the answer to `session.read`. Bodies come later. */
export function openSessionView(answer: CommandResult<'session.read'>): SessionView {
  const turns: Record<string, Turn[]> = {}
  for (const turn of answer.turns) {
    const list = turns[turn.threadId]
    if (list) list.push(turn)
    else turns[turn.threadId] = [turn]
  }
  for (const list of Object.values(turns)) list.sort((a, b) => a.n - b.n)
  const threads = answer.threads.toSorted(byAge)
  return {
    session: answer.session,
    seq: answer.seq,
    threads: Object.fromEntries(threads.map((thread) => [thread.id, thread])),
    threadIds: threads.map((thread) => thread.id),
    turns,
    bodies: {},
    live: {},
    approvals: answer.openApprovals.toSorted(byAge),
    requests: {},
    toolServerNews: 0,
  }
}

/**
 * Adds a page of `thread.read`. An item that an event brought before the page arrived is at least as new as the page's and stays.
 */
export function addPage(view: SessionView, page: readonly TurnWithItems[]): SessionView {
  if (page.length === 0) return view
  const bodies = { ...view.bodies }
  for (const turn of page) {
    const known = bodies[turn.id]?.items ?? []
    const knownById = new Map(known.map((item) => [item.id, item]))
    const inPage = new Set(turn.items.map((item) => item.id))
    const items = turn.items.map((item) => knownById.get(item.id) ?? item)
    bodies[turn.id] = { items: [...items, ...known.filter((item) => !inPage.has(item.id))], complete: true }
  }
  return { ...view, bodies }
}

/** Adds the answer of `request.list`; requests that finished meanwhile stay. */
export function addRequests(view: SessionView, threadId: string, requests: readonly Request[]): SessionView {
  const listed = new Set(requests.map((request) => request.id))
  const newer = (view.requests[threadId] ?? []).filter((request) => !listed.has(request.id))
  return { ...view, requests: { ...view.requests, [threadId]: [...requests, ...newer].sort((a, b) => a.n - b.n) } }
}

/** Oldest first; what happened in the same millisecond stays in the order in which the host told it. */
export function byAge(a: { createdAt: number }, b: { createdAt: number }): number {
  return a.createdAt - b.createdAt
}
