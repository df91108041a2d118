// One turn without a person: the session is begun, the prompt sent, and what comes of it told as it comes.
import { resolve } from 'node:path'
import type { HostEvent } from '../../shared/contract/events'
import type { Item, ToolItem, TurnState } from '../../shared/domain/turn'
import type { Money, Usage } from '../../shared/domain/units'
import type { PrintClient } from './print-client'

export interface PrintOrder {
  project: string
  prompt: string
  model?: string
  allow: readonly string[]
}

export interface PrintResult {
  sessionId: string
  threadId: string
  state: TurnState
  /** Why it did not end well; null when it did. */
  reason: string | null
  /** What the model said last. */
  text: string
  denied: { tool: string; input: unknown; reason: string }[]
  usage: Usage
  money: Money
}

export interface PrintListener {
  /** A finished part of the session: of the main thread, or of an agent it started. */
  onItem(threadId: string, item: Item): void
  onSession(sessionId: string, threadId: string): void
}

/** Runs the turn to its end. When `signal` is aborted the turn is interrupted, and its end waited for. */
export async function printTurn(
  client: PrintClient,
  order: PrintOrder,
  listener: PrintListener,
  signal: AbortSignal,
): Promise<PrintResult> {
  const { projectId } = await client.call('project.open', { path: resolve(order.project) })
  const { sessionId, threadId } = await client.call('session.create', {
    projectId,
    unattended: { allow: [...order.allow] },
    ...(order.model === undefined ? {} : { model: order.model }),
  })
  listener.onSession(sessionId, threadId)
  const denied: ToolItem[] = []
  const ended = Promise.withResolvers<TurnState>()
  client.onEvent = (event) => {
    const item = finishedItem(event)
    if (item) listener.onItem(item.threadId, item.item)
    if (item?.item.kind === 'tool' && item.item.state === 'denied') denied.push(item.item)
    if (event.type === 'turn.changed' && event.threadId === threadId && isEnd(event.turn.state))
      ended.resolve(event.turn.state)
  }
  await client.call('session.subscribe', { sessionId })
  await client.call('turn.send', { threadId, text: order.prompt })
  const interrupt = () => void client.call('turn.interrupt', { threadId }).catch(ended.reject)
  signal.addEventListener('abort', interrupt)
  if (signal.aborted) interrupt()
  const state = await ended.promise
  const { turns } = await client.call('thread.read', { threadId })
  const { threads } = await client.call('session.read', { sessionId })
  const { total } = await client.call('ledger.read', { sessionId })
  const items = turns.at(-1)?.items ?? []
  return {
    sessionId,
    threadId,
    state,
    reason: state === 'done' ? null : (threads.find(({ id }) => id === threadId)?.stateReason ?? 'It did not finish.'),
    text: lastWords(items),
    denied: denied.map(({ name, input, output }) => ({ tool: name, input, reason: output })),
    usage: total.usage,
    money: total.money,
  }
}

function isEnd(state: TurnState): boolean {
  return state === 'done' || state === 'failed' || state === 'interrupted'
}

const ENDED = new Set(['done', 'failed', 'denied', 'stopped', 'interrupted'])

/** An item that will not change any more: a call once it is closed, everything else as it comes. */
function finishedItem(event: HostEvent): { threadId: string; item: Item } | null {
  if (event.type !== 'item.added' && event.type !== 'item.changed') return null
  const { item, threadId } = event
  const finished = item.kind === 'tool' ? ENDED.has(item.state) : event.type === 'item.added'
  return finished ? { threadId, item } : null
}

/** The texts behind the last call: what a person would read as the answer. */
function lastWords(items: readonly Item[]): string {
  const from = items.findLastIndex((item) => item.kind === 'tool') + 1
  return items
    .slice(from)
    .flatMap((item) => (item.kind === 'text' ? [item.text] : []))
    .join('\n\n')
}
