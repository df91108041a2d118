import { expect, test } from 'vitest'
import { formatId, type IdKind } from '../../shared/domain/ids'
import { DEFAULT_SETTINGS } from '../../shared/domain/settings'
import { PortNews } from './port-news'

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
  const notice = new PortNews().take(approvalFrame({}), NOW + 1_000)
  expect(notice).toEqual({ key: id('approval'), title: 'A thread asks', body: 'It wants to use bash.' })
  expect(JSON.stringify(notice)).not.toContain('secret')
})

test('an approval heard again on subscribing, or already decided, is not news', () => {
  expect(new PortNews().take(approvalFrame({ createdAt: NOW - 31_000 }), NOW)).toBeNull()
  expect(new PortNews().take(approvalFrame({ state: 'denied' }), NOW)).toBeNull()
})

test.each([
  [null],
  ['x'],
  [{ id: 1, ok: true, result: {} }],
  [{ event: null }],
  [{ event: { type: 'item.delta' } }],
  [{ event: { type: 'thread.changed' } }],
])('%j is not worth a notification', (frame) => {
  expect(new PortNews().take(frame, NOW)).toBeNull()
})

test('who asks is known from what the window was told before', () => {
  const news = new PortNews()
  const named = { id: id('thread'), kind: 'fork', title: 'PEG: grammar in src/grammar.peggy' }
  expect(news.take({ id: 1, ok: true, result: { threads: [named, null] } }, NOW)).toBeNull()
  expect(news.take(approvalFrame({}), NOW)).toMatchObject({ title: 'Fork “PEG: grammar in src/grammar.peggy” asks' })
})

test('whoever wants no notifications gets none, from the moment they say so', () => {
  const news = new PortNews()
  const settings = (wish: string) => ({ id: 2, ok: true, result: { ...DEFAULT_SETTINGS, 'notify.system': wish } })
  news.take(settings('never'), NOW)
  expect(news.take(approvalFrame({}), NOW)).toBeNull()
  news.take(settings('desktop'), NOW)
  expect(news.take(approvalFrame({}), NOW)).not.toBeNull()
})
