import { describe, expect, test } from 'vitest'
import type { EventBody, StoredEvent } from '../../shared/contract/events'
import { aThread, testId } from '../../testing/records'
import { seedSession } from '../../testing/seed-session'
import { temporaryStore } from '../../testing/temporary-store'

function itemAdded(sessionId: string, threadId: string, turnId: string, text: string): EventBody {
  const item = { id: testId('item'), turnId, at: 1, kind: 'text' as const, text }
  return { type: 'item.added', sessionId, threadId, item }
}

function setUp(onListenerError?: (error: unknown) => void) {
  const temporary = temporaryStore({ onListenerError })
  const seed = seedSession(temporary.store)
  const event = (text: string) => itemAdded(seed.session.id, seed.main.id, seed.turn.id, text)
  return { ...temporary, ...seed, event }
}

describe('a commit', () => {
  test('stores rows and events together and answers with what its work returned', () => {
    const { store, main, session, event } = setUp()
    const answer = store.commit((tx) => {
      store.threads.update(main.id, { title: 'New' })
      tx.emit(event('a'))
      return 42
    })
    expect(answer).toBe(42)
    expect(store.threads.get(main.id)?.title).toBe('New')
    expect(store.eventsAfter(session.id, 0, 10)).toMatchObject([{ seq: 1, type: 'item.added', item: { text: 'a' } }])
  })

  test('sees its own writes before they are committed', () => {
    const { store, main } = setUp()
    const steps = store.commit(() => {
      store.threads.update(main.id, { steps: 7 })
      return store.threads.get(main.id)?.steps
    })
    expect(steps).toBe(7)
  })

  test('that throws leaves neither rows nor events nor a gap in their numbers', () => {
    const { store, main, session, event } = setUp()
    store.commit((tx) => tx.emit(event('first')))
    const failing = () =>
      store.commit((tx) => {
        store.threads.update(main.id, { title: 'Lost' })
        tx.emit(event('lost'))
        throw new Error('a bug')
      })
    expect(failing).toThrow('a bug')
    store.commit((tx) => tx.emit(event('second')))
    expect(store.threads.get(main.id)?.title).toBe('A thread')
    expect(store.eventsAfter(session.id, 0, 10).map((stored) => stored.seq)).toEqual([1, 2])
    expect(store.lastSeq()).toBe(2)
  })

  test('within a commit is a bug, and the outer one is rolled back', () => {
    const { store, main } = setUp()
    const nested = () =>
      store.commit(() => {
        store.threads.update(main.id, { title: 'Outer' })
        store.commit(() => undefined)
      })
    expect(nested).toThrow('a commit was begun within a commit')
    expect(store.threads.get(main.id)?.title).toBe('A thread')
    expect(store.commit(() => 'still works')).toBe('still works')
  })

  test('whose work is asynchronous is a bug and stores nothing', () => {
    const { store, main } = setUp()
    const asynchronous = () => store.commit(async () => store.threads.update(main.id, { title: 'Later' }))
    expect(asynchronous).toThrow('its work returned a promise')
    expect(store.threads.get(main.id)?.title).toBe('A thread')
  })

  test('cannot be spoken through after its end', () => {
    const { store, event } = setUp()
    const emit = store.commit((tx) => tx.emit)
    expect(() => store.commit(() => emit(event('late')))).toThrow('after its commit had ended')
    expect(store.lastSeq()).toBe(0)
  })

  test('is needed for every write', () => {
    const { store, main, session } = setUp()
    expect(() => store.threads.update(main.id, { title: 'x' })).toThrow('outside of a commit')
    expect(() => store.threads.insert(aThread({ sessionId: session.id }))).toThrow('outside of a commit')
    expect(() => store.settings.write({ theme: 'dark' })).toThrow('outside of a commit')
  })

  test('refuses rows that point to nothing', () => {
    const { store } = setUp()
    expect(() => store.commit(() => store.threads.insert(aThread({ sessionId: testId('session') })))).toThrow(
      'FOREIGN KEY',
    )
  })
})

describe('listeners', () => {
  test('hear the events of a commit after it, in order, and never those of a rolled-back one', () => {
    const { store, event } = setUp()
    const heard: number[] = []
    let duringWork = -1
    store.onEvents((events) => heard.push(...events.map((stored) => stored.seq)))
    store.commit((tx) => {
      tx.emit(event('a'))
      tx.emit(event('b'))
      duringWork = heard.length
    })
    expect(duringWork).toBe(0)
    expect(heard).toEqual([1, 2])
    expect(() =>
      store.commit((tx) => {
        tx.emit(event('lost'))
        throw new Error('a bug')
      }),
    ).toThrow('a bug')
    expect(heard).toEqual([1, 2])
  })

  test('hear what is stored: the same events as a later read', () => {
    const { store, session, event } = setUp()
    const heard: StoredEvent[] = []
    store.onEvents((events) => heard.push(...events))
    store.commit((tx) => tx.emit(event('ü "quoted" \u2028 😀')))
    expect(store.eventsAfter(session.id, 0, 10)).toEqual(heard)
  })

  test('that throw break neither the commit nor the others, and are reported', () => {
    const reported: unknown[] = []
    const { store, event } = setUp((error) => reported.push(error))
    const heard: number[] = []
    store.onEvents(() => {
      throw new Error('a broken listener')
    })
    store.onEvents((events) => heard.push(events.length))
    expect(store.commit((tx) => tx.emit(event('a')))).toBeUndefined()
    expect(heard).toEqual([1])
    expect(reported).toEqual([new Error('a broken listener')])
  })

  test('that commit themselves do not change the order in which others hear', () => {
    const { store, event } = setUp()
    const heard: number[] = []
    store.onEvents((events) => {
      if (events[0]?.seq === 1) store.commit((tx) => tx.emit(event('answer')))
    })
    store.onEvents((events) => heard.push(...events.map((stored) => stored.seq)))
    store.commit((tx) => tx.emit(event('question')))
    expect(heard).toEqual([1, 2])
  })

  test('that were removed hear nothing any more', () => {
    const { store, event } = setUp()
    const heard: number[] = []
    const stop = store.onEvents((events) => heard.push(events.length))
    stop()
    store.commit((tx) => tx.emit(event('a')))
    expect(heard).toEqual([])
  })
})

describe('stored events', () => {
  test('are read by session, after a number, up to a limit', () => {
    const { store, session, event } = setUp()
    const other = seedSession(store)
    store.commit((tx) => {
      tx.emit(event('1'))
      tx.emit(itemAdded(other.session.id, other.main.id, other.turn.id, '2'))
      tx.emit(event('3'))
      tx.emit(event('4'))
    })
    expect(store.eventsAfter(session.id, 0, 2).map((stored) => stored.seq)).toEqual([1, 3])
    expect(store.eventsAfter(session.id, 3, 9).map((stored) => stored.seq)).toEqual([4])
    expect(store.seqOf(session.id)).toBe(4)
    expect(store.seqOf(other.session.id)).toBe(2)
    expect(store.seqOf('ses_unknown')).toBe(0)
  })

  test('outlive the process that wrote them', () => {
    const { store, reopen, session, event } = setUp()
    store.commit((tx) => tx.emit(event('a')))
    const before = store.eventsAfter(session.id, 0, 9)
    expect(reopen().eventsAfter(session.id, 0, 9)).toEqual(before)
  })
})
