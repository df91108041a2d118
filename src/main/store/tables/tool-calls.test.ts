import { expect, test } from 'vitest'
import { aToolCall } from '../../../testing/records'
import { seedSession } from '../../../testing/seed-session'
import { temporaryStore } from '../../../testing/temporary-store'

function setUp() {
  const { store, reopen } = temporaryStore()
  const { main, turn } = seedSession(store)
  const call = (toolUseId: string, ordinal: number) =>
    aToolCall({ threadId: main.id, turnId: turn.id, toolUseId, ordinal })
  store.commit(() => store.toolCalls.insert([call('b', 1), call('a', 0), call('c', 2)]))
  const ids = (calls: { toolUseId: string }[]) => calls.map((each) => each.toolUseId)
  return { store, reopen, main, turn, call, ids }
}

test('a result is stored once: a second one changes nothing and says so', () => {
  const { store, main } = setUp()
  expect(store.commit(() => store.toolCalls.close(main.id, 'a', '"first"', false))).toBe(true)
  expect(store.commit(() => store.toolCalls.close(main.id, 'a', '"second"', true))).toBe(false)
  expect(store.toolCalls.get(main.id, 'a')).toMatchObject({ state: 'closed', resultJson: '"first"', isError: false })
})

test('open and unsealed calls come in the order of their message, also after a restart', () => {
  const { store, reopen, main, ids } = setUp()
  store.commit(() => store.toolCalls.close(main.id, 'c', '"done"', false))
  const { toolCalls } = reopen()
  expect(ids(toolCalls.open(main.id))).toEqual(['a', 'b'])
  expect(ids(toolCalls.unsealed(main.id))).toEqual(['a', 'b', 'c'])
})

test('only closed calls are sealed, and sealed ones wait no more', () => {
  const { store, main, ids } = setUp()
  store.commit(() => {
    for (const id of ['a', 'b']) store.toolCalls.close(main.id, id, '"done"', false)
    store.toolCalls.seal(main.id, ['a', 'b'])
  })
  expect(ids(store.toolCalls.unsealed(main.id))).toEqual(['c'])
  expect(() => store.commit(() => store.toolCalls.seal(main.id, ['c']))).toThrow('no row c')
})

test('state and input of a call change while it is open, and not after', () => {
  const { store, main } = setUp()
  store.commit(() => {
    expect(store.toolCalls.setState(main.id, 'a', 'waiting-approval')).toBe(true)
    expect(store.toolCalls.setInput(main.id, 'a', { command: 'ls' })).toBe(true)
  })
  expect(store.toolCalls.get(main.id, 'a')).toMatchObject({ state: 'waiting-approval', input: { command: 'ls' } })
  store.commit(() => {
    store.toolCalls.close(main.id, 'a', '"done"', false)
    expect(store.toolCalls.setState(main.id, 'a', 'running')).toBe(false)
    expect(store.toolCalls.setInput(main.id, 'a', {})).toBe(false)
  })
})

test('two threads may hold a call of the same id: a fork is asked about what it inherited', () => {
  const { store, main, turn, ids } = setUp()
  const other = seedSession(store)
  store.commit(() => store.toolCalls.insert([aToolCall({ threadId: other.main.id, turnId: turn.id, toolUseId: 'a' })]))
  store.commit(() => store.toolCalls.close(main.id, 'a', '"done"', false))
  expect(store.toolCalls.get(other.main.id, 'a')?.state).toBe('pending')
  expect(ids(store.toolCalls.allOpen())).toEqual(['b', 'c', 'a'])
})

test('the same call twice is a bug', () => {
  const { store, call } = setUp()
  expect(() => store.commit(() => store.toolCalls.insert([call('a', 0)]))).toThrow('UNIQUE')
})
