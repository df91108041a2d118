import { describe, expect, test } from 'vitest'
import { aNotification, anApproval, aThread } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'
import type { ApprovalRecord } from '../records'
import type { ApprovalAnswer } from './approvals'

function setUp() {
  const { store, reopen } = temporaryStore()
  const seed = seedSession(store)
  const ids = { sessionId: seed.session.id, threadId: seed.main.id, turnId: seed.turn.id }
  const add = (fields: Partial<ApprovalRecord> = {}) => {
    const approval = anApproval({ ...ids, ...fields })
    store.commit(() => store.approvals.insert(approval))
    return approval
  }
  return { store, reopen, ...seed, add }
}

const allowed: ApprovalAnswer = { state: 'allowed', decidedBy: 'person', scope: 'once', note: null, decidedAt: 5 }

describe('an approval', () => {
  test('is decided once: the second answer changes nothing and says so', () => {
    const { store, add } = setUp()
    const approval = add()
    expect(store.commit(() => store.approvals.answer(approval.id, allowed))).toBe(true)
    const denied: ApprovalAnswer = { ...allowed, state: 'denied', decidedAt: 6 }
    expect(store.commit(() => store.approvals.answer(approval.id, denied))).toBe(false)
    expect(store.approvals.get(approval.id)).toEqual({ ...approval, ...allowed })
  })

  test('remembers what the model had asked for when a person changed it, also if that was null', () => {
    const { store, reopen, add } = setUp()
    const approval = add({ input: null })
    expect(store.approvals.get(approval.id)).not.toHaveProperty('originalInput')
    store.commit(() => store.approvals.answer(approval.id, { ...allowed, input: { a: 1 }, originalInput: null }))
    expect(reopen().approvals.get(approval.id)).toMatchObject({ input: { a: 1 }, originalInput: null })
  })

  test('is listed while open: by session, thread and call, oldest first', () => {
    const { store, main, session, add } = setUp()
    const other = seedSession(store)
    const [a, b] = [add(), add({ toolUseId: 'toolu_2' })]
    const c = add({ sessionId: other.session.id, threadId: other.main.id })
    expect(store.approvals.open()).toEqual([a, b, c])
    expect(store.approvals.open(session.id)).toEqual([a, b])
    expect(store.approvals.openOfThread(main.id)).toEqual([a, b])
    expect(store.approvals.byToolUse(main.id, 'toolu_2')).toEqual(b)
  })

  test('is listed when decided: the newest 200, newest first', () => {
    const { store, session, add } = setUp()
    for (let n = 1; n <= 201; n++) add({ state: 'denied', decidedAt: n })
    expect(store.approvals.open(session.id)).toEqual([])
    for (const decided of [store.approvals.decided(), store.approvals.decided(session.id)]) {
      expect(decided.map((approval) => approval.decidedAt)).toEqual(Array.from({ length: 200 }, (_, n) => 201 - n))
    }
  })
})

describe('rules', () => {
  test('are those of the threads, the session and the project asked about, in the order of adding', () => {
    const { store, main, session, project } = setUp()
    const rule = { effect: 'allow' as const, createdAt: 1 }
    const [a, b, c] = store.commit(() => [
      store.rules.add({ ...rule, scope: 'project', scopeId: project.id, rule: 'bash(ls:*)' }),
      store.rules.add({ ...rule, scope: 'thread', scopeId: main.id, rule: 'write' }),
      store.rules.add({ ...rule, scope: 'session', scopeId: session.id, rule: 'edit' }),
      store.rules.add({ ...rule, scope: 'thread', scopeId: 'thr_other', rule: 'edit' }),
    ])
    const scopes = { threadIds: [main.id], sessionId: session.id, projectId: project.id }
    expect(store.rules.ofScopes(scopes)).toEqual([a, b, c])
    store.commit(() => store.rules.remove(a.id))
    expect(store.rules.ofScopes(scopes)).toEqual([b, c])
  })

  test('are there once, however often they are added', () => {
    const { store, session } = setUp()
    const rule = { effect: 'deny' as const, scope: 'session' as const, scopeId: session.id, rule: 'bash', createdAt: 1 }
    const first = store.commit(() => store.rules.add(rule))
    expect(store.commit(() => store.rules.add({ ...rule, createdAt: 2 }))).toEqual(first)
  })
})

describe('notifications', () => {
  function outbox() {
    const all = setUp()
    const { store, main, session } = all
    const fork = aThread({ sessionId: session.id, parentId: main.id })
    const ids = { sessionId: session.id, fromThreadId: fork.id, toThreadId: main.id }
    const [second, first] = [aNotification({ ...ids, ordinal: 2 }), aNotification({ ...ids, ordinal: 1 })]
    store.commit(() => {
      store.threads.insert(fork)
      store.notifications.insert(second)
      store.notifications.insert(first)
    })
    return { ...all, fork, first, second }
  }

  test('wait for their thread in the order in which the results were finished', () => {
    const { store, main, fork, first, second } = outbox()
    expect(store.notifications.pendingFor(main.id)).toEqual([first, second])
    expect(store.notifications.pendingFor(fork.id)).toEqual([])
    expect(store.notifications.pendingAll()).toEqual([first, second])
    expect(store.notifications.byFrom(fork.id)).toEqual([first, second])
    expect(store.notifications.nextOrdinal()).toBe(3)
  })

  test('are delivered once: a second delivery throws and takes its transaction with it', () => {
    const { store, main, first, second } = outbox()
    store.commit(() => store.notifications.markDelivered([first.id], 5))
    expect(store.notifications.pendingFor(main.id)).toEqual([second])
    expect(() => store.commit(() => store.notifications.markDelivered([second.id, first.id], 6))).toThrow('no row')
    expect(store.notifications.pendingFor(main.id)).toEqual([second])
    expect(store.notifications.get(first.id)?.deliveredAt).toBe(5)
  })

  test('exist once for each run of a thread', () => {
    const { store, first } = outbox()
    const again = aNotification({ ...first, id: 'ntf_again', ordinal: 9 })
    expect(() => store.commit(() => store.notifications.insert(again))).toThrow('UNIQUE')
  })
})
