import { expect, test } from 'vitest'
import {
  mainThread,
  openView,
  textItem,
  toolItem,
  viewApproval,
  viewRequest,
  viewThread,
  viewTurn,
} from '../../testing/domain-views'
import type { EventBody, HostEvent, ItemDelta } from '../contract/events'
import { applyEvent, OUTPUT_TAIL_CHARS } from './apply-event'
import { addPage, addRequests, type SessionView } from './session-view'

const at = (seq: number, body: EventBody): HostEvent => ({ ...body, seq })
const sessionId = 'ses_1'
const threadId = 'thr_main'

function delta(fields: Partial<ItemDelta> & Pick<ItemDelta, 'text'>): ItemDelta {
  return { sessionId, type: 'item.delta', threadId, turnId: 'trn_1', itemId: 'itm_1', channel: 'text', ...fields }
}

function applyAll(view: SessionView, ...events: HostEvent[]): SessionView {
  return events.reduce(applyEvent, view)
}

test('a thread that is made joins the others in the order of age', () => {
  const view = applyAll(
    openView([viewThread({ id: 'thr_b', createdAt: 5 })]),
    at(11, { sessionId, type: 'thread.created', threadId: 'thr_a', thread: viewThread({ id: 'thr_a', createdAt: 3 }) }),
  )
  expect(view.threadIds).toEqual(['thr_main', 'thr_a', 'thr_b'])
})

test('siblings made in the same millisecond keep the order in which they were told', () => {
  const made = (seq: number, id: string) =>
    at(seq, { sessionId, type: 'thread.created', threadId: id, thread: viewThread({ id, createdAt: 5 }) })
  expect(applyAll(openView(), made(11, 'thr_z'), made(12, 'thr_a')).threadIds).toEqual(['thr_main', 'thr_z', 'thr_a'])
})

test('a changed thread keeps the list of threads the same object, so that the tree is not drawn anew', () => {
  const before = openView()
  const after = applyAll(
    before,
    at(11, { sessionId, type: 'thread.changed', threadId, thread: mainThread({ state: 'streaming' }) }),
  )
  expect(after.threadIds).toBe(before.threadIds)
  expect(after.threads.thr_main?.state).toBe('streaming')
})

test('an event that comes twice changes nothing the second time, and one that is older is passed over', () => {
  const event = at(12, { sessionId, type: 'turn.created', threadId, turn: viewTurn({ id: 'trn_1', n: 1 }) })
  const once = applyAll(openView(), event)
  expect(applyEvent(once, event)).toBe(once)
  const older = at(11, {
    sessionId,
    type: 'turn.changed',
    threadId,
    turn: viewTurn({ id: 'trn_1', n: 1, state: 'failed' }),
  })
  expect(applyEvent(once, older)).toBe(once)
})

test('a gap in the numbers is no fault: each event carries whole entities', () => {
  const view = applyAll(
    openView(),
    at(50, { sessionId, type: 'turn.changed', threadId, turn: viewTurn({ id: 'trn_2', n: 2 }) }),
    at(90, { sessionId, type: 'turn.changed', threadId, turn: viewTurn({ id: 'trn_1', n: 1 }) }),
  )
  expect(view.turns.thr_main?.map((turn) => turn.n)).toEqual([1, 2])
  expect(view.seq).toBe(90)
})

test('an event of another session changes nothing', () => {
  const view = openView()
  expect(applyEvent(view, { ...delta({ text: 'x' }), sessionId: 'ses_2' })).toBe(view)
})

test('deltas grow an item, and the stored item takes its place', () => {
  const streaming = applyAll(openView(), delta({ text: 'Hel' }), delta({ text: 'lo' }))
  expect(streaming.live.trn_1).toMatchObject([{ id: 'itm_1', channel: 'text', text: 'Hello' }])
  const stored = applyAll(
    streaming,
    at(11, { sessionId, type: 'item.added', threadId, item: textItem('itm_1', 'Hello!') }),
  )
  expect(stored.live).toEqual({})
  expect(stored.bodies.trn_1?.items).toMatchObject([{ text: 'Hello!' }])
})

test('a delta that was overtaken by its stored item is dropped', () => {
  const stored = applyAll(
    openView(),
    at(11, { sessionId, type: 'item.added', threadId, item: textItem('itm_1', 'all') }),
  )
  expect(applyEvent(stored, delta({ text: 'late' }))).toBe(stored)
})

test('a delta leaves everything but the streaming turn untouched', () => {
  const before = applyAll(
    openView(),
    delta({ text: 'a', turnId: 'trn_1' }),
    delta({ text: 'b', turnId: 'trn_2', itemId: 'itm_2' }),
  )
  const after = applyEvent(before, delta({ text: 'c', turnId: 'trn_2', itemId: 'itm_2' }))
  expect(after.bodies).toBe(before.bodies)
  expect(after.threads).toBe(before.threads)
  expect(after.live.trn_1).toBe(before.live.trn_1)
})

test('a running call goes on streaming its output after it was stored, until it is done', () => {
  const running = toolItem({ id: 'itm_1', state: 'running' })
  const view = applyAll(
    openView(),
    delta({ channel: 'input', name: 'bash', text: '{"command":"ls"}' }),
    at(11, { sessionId, type: 'item.added', threadId, item: running }),
    delta({ channel: 'output', text: 'one\n' }),
    delta({ channel: 'output', text: 'two\n' }),
  )
  expect(view.live.trn_1).toMatchObject([{ channel: 'output', text: 'one\ntwo\n' }])
  const done = applyAll(
    view,
    at(12, { sessionId, type: 'item.changed', threadId, item: toolItem({ id: 'itm_1', output: 'x' }) }),
  )
  expect(done.live).toEqual({})
})

test('of a long output only the last part is kept', () => {
  const running = at(11, { sessionId, type: 'item.added', threadId, item: toolItem({ id: 'itm_1', state: 'running' }) })
  const long = 'a'.repeat(OUTPUT_TAIL_CHARS)
  const view = applyAll(
    openView(),
    running,
    delta({ channel: 'output', text: long }),
    delta({ channel: 'output', text: 'end' }),
  )
  expect(view.live.trn_1?.[0]?.text).toHaveLength(OUTPUT_TAIL_CHARS)
  expect(view.live.trn_1?.[0]?.text.endsWith('aend')).toBe(true)
})

test('when a turn ends, nothing of it seems to grow any more', () => {
  const view = applyAll(
    openView(),
    delta({ text: 'half a sen' }),
    at(11, { sessionId, type: 'turn.changed', threadId, turn: viewTurn({ id: 'trn_1', n: 1, state: 'interrupted' }) }),
  )
  expect(view.live).toEqual({})
})

test('a turn whose beginning was heard needs no page; one that was not keeps what events bring until its page comes', () => {
  const heard = applyAll(
    openView(),
    at(11, { sessionId, type: 'turn.created', threadId, turn: viewTurn({ id: 'trn_1', n: 1, state: 'running' }) }),
  )
  expect(heard.bodies.trn_1).toEqual({ items: [], complete: true })

  const changed = { ...toolItem({ id: 'itm_2', state: 'done' }), output: 'newer' }
  const partial = applyAll(openView(), at(11, { sessionId, type: 'item.changed', threadId, item: changed }))
  expect(partial.bodies.trn_1?.complete).toBe(false)
  const page = [{ ...viewTurn({ id: 'trn_1', n: 1 }), items: [textItem('itm_1', 'first'), toolItem({ id: 'itm_2' })] }]
  const whole = addPage(partial, page)
  expect(whole.bodies.trn_1).toMatchObject({
    complete: true,
    items: [{ id: 'itm_1' }, { id: 'itm_2', output: 'newer' }],
  })
})

test('approvals are open, oldest first, until they are decided', () => {
  const opened = (seq: number, id: string, createdAt: number) =>
    at(seq, { sessionId, type: 'approval.opened', threadId, approval: viewApproval({ id, createdAt }) })
  const view = applyAll(openView(), opened(11, 'apr_b', 9), opened(12, 'apr_a', 5))
  expect(view.approvals.map((approval) => approval.id)).toEqual(['apr_a', 'apr_b'])
  const decided = at(13, {
    sessionId,
    type: 'approval.decided',
    threadId,
    approval: viewApproval({ id: 'apr_a', state: 'denied' }),
  })
  expect(applyEvent(view, decided).approvals.map((approval) => approval.id)).toEqual(['apr_b'])
})

test('requests are kept only for threads whose ledger was asked for', () => {
  const finished = (seq: number, id: string, n: number) =>
    at(seq, { sessionId, type: 'request.finished', threadId, request: viewRequest({ id, n }) })
  expect(applyEvent(openView(), finished(11, 'req_1', 1)).requests).toEqual({})
  const asked = addRequests(openView(), threadId, [viewRequest({ id: 'req_1', n: 1 })])
  const view = applyAll(asked, finished(11, 'req_2', 2), finished(12, 'req_2', 2))
  expect(view.requests.thr_main?.map((request) => request.id)).toEqual(['req_1', 'req_2'])
})

test('a worktree that changed is part of its thread', () => {
  const worktree = {
    path: '/w',
    branch: 'tine/x',
    base: 'a',
    baseTree: null,
    head: 'b',
    state: 'ready' as const,
    filesChanged: 2,
  }
  const view = applyAll(openView(), at(11, { sessionId, type: 'worktree.changed', threadId, worktree }))
  expect(view.threads.thr_main?.worktree).toEqual(worktree)
})
