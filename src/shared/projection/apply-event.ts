// How a session view changes with an event: pure, and the same whether an event comes once or twice.
import type { HostEvent, ItemDelta, StoredEvent } from '../contract/events'
import type { Item, Turn } from '../domain/turn'
import { byAge, type LiveItem, type SessionView, type TurnBody } from './session-view'

/** How much of a running call's output is kept in the view; the whole is there on demand. */
export const OUTPUT_TAIL_CHARS = 20_000

/**
 * The view after an event. An event that was applied before, or that is of another session, changes nothing; a gap in the
 * numbers is no fault, since every event carries whole entities.
 */
export function applyEvent(view: SessionView, event: HostEvent): SessionView {
  if (event.sessionId !== view.session.id) return view
  if (event.type === 'item.delta') return applyDelta(view, event)
  if (event.seq <= view.seq) return view
  return { ...applyStored(view, event), seq: event.seq }
}

function applyStored(view: SessionView, event: StoredEvent): SessionView {
  switch (event.type) {
    case 'session.changed':
      return { ...view, session: event.session }
    case 'thread.created':
    case 'thread.changed':
      return putThread(view, event.thread)
    case 'turn.created':
      return startBody(putTurn(view, event.turn), event.turn.id)
    case 'turn.changed':
      return settleTurn(putTurn(view, event.turn), event.turn)
    case 'item.added':
    case 'item.changed':
      return putItem(view, event.item)
    case 'approval.opened':
    case 'approval.decided':
      return putApproval(view, event.approval)
    case 'request.finished':
      return putRequest(view, event.threadId, event.request)
    case 'worktree.changed': {
      const thread = view.threads[event.threadId]
      return thread ? putThread(view, { ...thread, worktree: event.worktree }) : view
    }
    case 'mcp.changed':
      return { ...view, toolServerNews: event.seq }
    case 'notification.delivered':
    case 'settings.changed':
      return view
  }
}

function putThread(view: SessionView, thread: SessionView['threads'][string]): SessionView {
  const threads = { ...view.threads, [thread.id]: thread }
  if (view.threads[thread.id]) return { ...view, threads }
  const known = view.threadIds.flatMap((id) => view.threads[id] ?? [])
  return { ...view, threads, threadIds: [...known, thread].sort(byAge).map((each) => each.id) }
}

function putTurn(view: SessionView, turn: Turn): SessionView {
  const before = view.turns[turn.threadId] ?? []
  const at = before.findIndex((each) => each.id === turn.id)
  const after = at < 0 ? [...before, turn].sort((a, b) => a.n - b.n) : before.with(at, turn)
  return { ...view, turns: { ...view.turns, [turn.threadId]: after } }
}

/** A turn whose beginning was heard has no earlier items that a page would have to bring. */
function startBody(view: SessionView, turnId: string): SessionView {
  if (view.bodies[turnId]) return view
  return { ...view, bodies: { ...view.bodies, [turnId]: { items: [], complete: true } } }
}

/** What a turn streamed and never stored is gone when the turn is: nothing may seem to grow that does not. */
function settleTurn(view: SessionView, turn: Turn): SessionView {
  return turn.state === 'running' ? view : dropLive(view, turn.id, () => false)
}

function putItem(view: SessionView, item: Item): SessionView {
  const body: TurnBody = view.bodies[item.turnId] ?? { items: [], complete: false }
  const at = body.items.findIndex((each) => each.id === item.id)
  const items = at < 0 ? [...body.items, item] : body.items.with(at, item)
  const placed = { ...view, bodies: { ...view.bodies, [item.turnId]: { ...body, items } } }
  // A call that runs goes on streaming its output after it was stored with its input.
  const streamsOn = item.kind === 'tool' && item.state === 'running'
  return dropLive(placed, item.turnId, (live) => live.id !== item.id || (streamsOn && live.channel === 'output'))
}

function dropLive(view: SessionView, turnId: string, keep: (live: LiveItem) => boolean): SessionView {
  const before = view.live[turnId]
  if (!before) return view
  const after = before.filter(keep)
  if (after.length === before.length) return view
  const { [turnId]: _, ...others } = view.live
  return { ...view, live: after.length === 0 ? others : { ...others, [turnId]: after } }
}

function putApproval(view: SessionView, approval: SessionView['approvals'][number]): SessionView {
  const others = view.approvals.filter((each) => each.id !== approval.id)
  return { ...view, approvals: approval.state === 'open' ? [...others, approval].sort(byAge) : others }
}

function putRequest(
  view: SessionView,
  threadId: string,
  request: SessionView['requests'][string][number],
): SessionView {
  const before = view.requests[threadId]
  if (!before) return view
  const others = before.filter((each) => each.id !== request.id)
  return { ...view, requests: { ...view.requests, [threadId]: [...others, request].sort((a, b) => a.n - b.n) } }
}

function applyDelta(view: SessionView, delta: ItemDelta): SessionView {
  const before = view.live[delta.turnId] ?? []
  const at = before.findIndex((live) => live.id === delta.itemId && live.channel === delta.channel)
  const grown = before[at]
  if (!grown && isStored(view, delta)) return view
  const text = (grown?.text ?? '') + delta.text
  const live: LiveItem = {
    id: delta.itemId,
    turnId: delta.turnId,
    threadId: delta.threadId,
    channel: delta.channel,
    name: delta.name ?? grown?.name ?? null,
    text: delta.channel === 'output' ? text.slice(-OUTPUT_TAIL_CHARS) : text,
  }
  const after = grown ? before.with(at, live) : [...before, live]
  return { ...view, live: { ...view.live, [delta.turnId]: after } }
}

/** A delta that was overtaken by its finished item says nothing new. */
function isStored(view: SessionView, delta: ItemDelta): boolean {
  const item = view.bodies[delta.turnId]?.items.find((each) => each.id === delta.itemId)
  if (!item) return false
  return !(item.kind === 'tool' && item.state === 'running' && delta.channel === 'output')
}
