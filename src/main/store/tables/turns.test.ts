import { describe, expect, test } from 'vitest'
import type { Item } from '../../../shared/domain/turn'
import { aToolItem, aTurn, testId } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'

function setUp() {
  const { store, reopen } = temporaryStore()
  return { store, reopen, ...seedSession(store) }
}

describe('turns', () => {
  test('are numbered within their thread and paged from the newest, oldest first', () => {
    const { store, main } = setUp()
    store.commit(() => {
      for (let n = store.turns.nextN(main.id); n <= 5; n++) store.turns.insert(aTurn({ threadId: main.id, n }))
    })
    const numbers = (before: number | undefined, limit: number) => {
      const { turns, more } = store.turns.page(main.id, before, limit)
      return [turns.map((turn) => turn.n), more]
    }
    expect(numbers(undefined, 2)).toEqual([[4, 5], true])
    expect(numbers(4, 2)).toEqual([[2, 3], true])
    expect(numbers(2, 2)).toEqual([[1], false])
    expect(numbers(1, 2)).toEqual([[], false])
    expect(store.turns.last(main.id)?.n).toBe(5)
    expect(store.turns.ofThread(main.id).map((turn) => turn.n)).toEqual([1, 2, 3, 4, 5])
    expect(store.turns.nextN(testId('thread'))).toBe(1)
  })

  test('that run or wait are found over all sessions', () => {
    const { store, main } = setUp()
    const other = seedSession(store)
    const running = [main, other.main].map((thread) => aTurn({ threadId: thread.id, n: 2, state: 'running' }))
    const queued = [3, 4].map((n) => aTurn({ threadId: main.id, n, state: 'queued' }))
    store.commit(() => {
      for (const turn of [...running, ...queued]) store.turns.insert(turn)
    })
    expect(store.turns.running()).toEqual(running)
    expect(store.turns.queued(main.id)).toEqual(queued)
    expect(store.turns.ofSession(main.sessionId).map((turn) => turn.n)).toEqual([1, 2, 3, 4])
  })

  test('change only in what a patch names; an unknown one is a bug', () => {
    const { store, turn } = setUp()
    store.commit(() => store.turns.update(turn.id, { state: 'interrupted', endedAt: null }))
    expect(store.turns.get(turn.id)).toEqual({ ...turn, state: 'interrupted', endedAt: null })
    expect(() => store.commit(() => store.turns.update('trn_unknown', { state: 'done' }))).toThrow('no row trn_unknown')
  })
})

describe('items', () => {
  const text = (turnId: string, words: string): Item & { kind: 'text' } => ({
    id: testId('item'),
    turnId,
    at: 1,
    kind: 'text',
    text: words,
  })

  test('keep the order in which they were added, over turns and over changes', () => {
    const { store, reopen, main, turn } = setUp()
    const second = aTurn({ threadId: main.id, n: 2 })
    const [a, b, c] = [text(turn.id, 'a'), text(second.id, 'b'), text(turn.id, 'c')]
    const changed: Item = { ...a, text: 'changed' }
    store.commit(() => {
      store.turns.insert(second)
      for (const item of [a, b, c]) store.items.add(main.id, item)
      store.items.update(changed)
    })
    expect(reopen().items.ofTurns([second.id, turn.id])).toEqual([changed, b, c])
  })

  test('are found by id and by the call they show', () => {
    const { store, main, turn } = setUp()
    const item = aToolItem({
      turnId: turn.id,
      toolUseId: 'toolu_1',
      input: { command: 'printf "\\u0000"' },
      output: 'one\r\ntwo\u0000\ud83d\ude00',
      threadIds: [testId('thread')],
    })
    store.commit(() => store.items.add(main.id, item))
    expect(store.items.get(item.id)).toEqual(item)
    expect(store.items.threadOf(item.id)).toBe(main.id)
    expect(store.items.byToolUse(main.id, 'toolu_1')).toEqual(item)
    expect(store.items.byToolUse(testId('thread'), 'toolu_1')).toBeUndefined()
    expect(() => store.commit(() => store.items.update(text(turn.id, 'unknown')))).toThrow('no row')
  })
})

test('runs are numbered within their turn, and those without an end are found', () => {
  const { store, main, turn } = setUp()
  const run = (n: number) => ({
    id: testId('run'),
    threadId: main.id,
    turnId: turn.id,
    n,
    startedAt: n,
    endedAt: null,
    outcome: null,
  })
  const [first, second] = [run(1), run(2)]
  store.commit(() => {
    store.runs.insert(first)
    store.runs.insert(second)
    store.runs.finish(first.id, { endedAt: 5, outcome: 'done' })
  })
  expect(store.runs.nextN(turn.id)).toBe(3)
  expect(store.runs.unfinished()).toEqual([second])
  expect(store.runs.get(first.id)).toEqual({ ...first, endedAt: 5, outcome: 'done' })
})

test('texts wait in order until they are sealed, once', () => {
  const { store, main, turn } = setUp()
  const pending = ['a', 'b'].map((words) => ({
    id: testId('item'),
    threadId: main.id,
    turnId: turn.id,
    origin: 'person' as const,
    text: words,
    sealedAt: null,
    createdAt: 1,
  }))
  store.commit(() => {
    for (const record of pending) store.pendingTexts.add(record)
  })
  expect(store.pendingTexts.of(main.id)).toEqual(pending)
  const ids = pending.map((record) => record.id)
  store.commit(() => store.pendingTexts.seal(ids, 9))
  expect(store.pendingTexts.of(main.id)).toEqual([])
  expect(() => store.commit(() => store.pendingTexts.seal(ids, 10))).toThrow('no row')
})
