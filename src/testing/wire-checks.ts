// What must hold of every request a host sent, whatever was done with it: checked from both ends of the wire.
import { expect } from 'vitest'
import { validateRequest } from '../core/wire/validate'
import type { CommandResult } from '../shared/contract/commands'
import type { Thread } from '../shared/domain/thread'
import type { RecordedRequest } from '../simulator/server/recorded-request'
import type { Simulator } from '../simulator/start-simulator'
import type { TestClient } from './test-host'

export interface SentMessage {
  role: 'user' | 'assistant'
  content: { type: string; text?: string; tool_use_id?: string; content?: unknown; id?: string; is_error?: boolean }[]
}

type LedgerRequest = CommandResult<'request.read'>

/** A body as the cache compares it: what stands before the messages, then block by block, without markers. */
export interface ComparedBody {
  head: string
  blocks: string[]
}

const MARKER = /,"cache_control":\{[^}]*\}/g

/** The messages of a body, without markers. */
export function messagesOf(bodyText: string): SentMessage[] {
  return (JSON.parse(bodyText.replaceAll(MARKER, '')) as { messages: SentMessage[] }).messages
}

export function comparable(bodyText: string): ComparedBody {
  const plain = bodyText.replaceAll(MARKER, '')
  const head = plain.slice(0, plain.indexOf(',"stream":true'))
  const blocks = messagesOf(bodyText).flatMap((message) =>
    message.content.map((block) => `${message.role} ${JSON.stringify(block)}`),
  )
  return { head, blocks }
}

/** Whether a body repeats another one and only adds to it. */
export function expectRepeats(next: string, previous: string): void {
  const [after, before] = [comparable(next), comparable(previous)]
  expect(after.head).toBe(before.head)
  expect(after.blocks.slice(0, before.blocks.length)).toEqual(before.blocks)
}

/**
 * Checks all requests of a session:
 * - the strict server took every one that no fault met, and our own validator finds its whole text valid;
 * - the ledger rebuilds exactly the bytes that were sent, each once;
 * - each request of a thread repeats the one before it and the recorded answer, verbatim;
 * - each fork's first request repeats its parent up to the branch point.
 *
 * @returns how many requests were checked
 */
export async function expectWireHolds(client: TestClient, simulator: Simulator, sessionId: string): Promise<number> {
  for (const request of simulator.requests) {
    expect([request.status, request.error?.message]).not.toContain(400)
    // It was sent since its remembered facts were found valid: its whole text must be, too.
    const afterPause = messagesOf(request.bodyText).at(-1)?.role === 'assistant'
    expect(validateRequest(request.bodyText, afterPause)).toBeNull()
  }
  const { threads } = await client.call('session.read', { sessionId })
  const sent = new Map<string, LedgerRequest[]>()
  for (const thread of threads) sent.set(thread.id, await readRequests(client, thread.id))
  const rebuilt = [...sent.values()].flat().map((request) => request.body)
  const received = simulator.requests.map((request) => request.bodyText)
  expect(
    received.filter((body) => !rebuilt.includes(body)),
    'bodies the ledger does not rebuild',
  ).toEqual([])
  expect(rebuilt.length).toBeGreaterThanOrEqual(received.length)
  for (const thread of threads) {
    const own = sent.get(thread.id) ?? []
    for (const [n, request] of own.entries()) expectContinues(request, own[n - 1], simulator.requests)
    if (own[0]) expectInherits(thread, own[0], sent.get(thread.parentId ?? '') ?? [])
  }
  return rebuilt.length
}

async function readRequests(client: TestClient, threadId: string): Promise<LedgerRequest[]> {
  const { requests } = await client.call('request.list', { threadId })
  return Promise.all(requests.map(({ id }) => client.call('request.read', { requestId: id })))
}

function expectContinues(
  request: LedgerRequest,
  previous: LedgerRequest | undefined,
  received: readonly RecordedRequest[],
): void {
  expect(request.firstDifference).toBeNull()
  if (!previous) return
  expectRepeats(request.body, previous.body)
  const answered = received.find((each) => each.requestId === previous.requestId)
  if (previous.outcome !== 'ok' || !answered?.answer || answered.stopReason === 'refusal') return
  const answer = answered.answer.filter((block) => block.type !== 'text' || block.text.trim() !== '')
  if (answer.every((block) => block.type === 'thinking' || block.type === 'redacted_thinking')) return
  const before = comparable(previous.body).blocks
  const after = comparable(request.body).blocks
  const expected = answer.map((block) => `assistant ${JSON.stringify(block)}`)
  expect(after.slice(before.length, before.length + expected.length)).toEqual(expected)
}

function expectInherits(thread: Thread, first: LedgerRequest, parents: readonly LedgerRequest[]): void {
  if (thread.parentId === null || thread.branchPoint?.message === 0) return
  const shared = first.prefix.sharedWithParent
  expect(shared).toBeGreaterThan(0)
  const own = comparable(first.body)
  const nearest = parents.find((parent) => parent.prefix.blocks >= shared) ?? parents.at(-1)
  if (!nearest) return
  const theirs = comparable(nearest.body)
  expect(own.head).toBe(theirs.head)
  const length = Math.min(shared, theirs.blocks.length)
  expect(own.blocks.slice(0, length)).toEqual(theirs.blocks.slice(0, length))
}
