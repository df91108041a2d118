import { expect, test } from 'vitest'
import { formatId, type IdKind } from '../../shared/domain/ids'
import { noticeOf } from './notices'

const NOW = 1_700_000_000_000
const id = (kind: IdKind) => formatId(kind, NOW, new Uint8Array(16))

function approvalFrame(over: { state?: string; createdAt?: number }) {
  const approval = {
    id: id('approval'),
    sessionId: id('session'),
    threadId: id('thread'),
    turnId: id('turn'),
    toolUseId: 'toolu_1',
    tool: 'bash',
    input: { command: 'rm -r secret-folder' },
    folder: '/home/me/secret-project',
    reason: { rule: null, source: 'mode', text: 'not known to only read' },
    offers: { thread: '', session: '', project: '' },
    state: 'open',
    decidedBy: null,
    scope: null,
    note: null,
    createdAt: NOW,
    decidedAt: null,
    ...over,
  }
  return {
    event: { seq: 3, type: 'approval.opened', sessionId: approval.sessionId, threadId: approval.threadId, approval },
  }
}

test('an approval that was opened just now is told once, without what it is about', () => {
  const notice = noticeOf(approvalFrame({}), NOW + 1_000)
  expect(notice).toEqual({ key: id('approval'), title: 'Tine needs an answer', body: 'A thread asks to use bash.' })
  expect(JSON.stringify(notice)).not.toContain('secret')
})

test('an approval heard again on subscribing, or already decided, is not news', () => {
  expect(noticeOf(approvalFrame({ createdAt: NOW - 31_000 }), NOW)).toBeNull()
  expect(noticeOf(approvalFrame({ state: 'denied' }), NOW)).toBeNull()
})

test.each([
  [null],
  ['x'],
  [{ id: 1, ok: true, result: {} }],
  [{ event: null }],
  [{ event: { type: 'item.delta' } }],
  [{ event: { type: 'thread.changed' } }],
])('%j is not worth a notification', (frame) => {
  expect(noticeOf(frame, NOW)).toBeNull()
})
