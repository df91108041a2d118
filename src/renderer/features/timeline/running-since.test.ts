import { expect, test } from 'vitest'
import { openView, toolItem, viewThread, viewTurn } from '../../../testing/domain-views'
import { runningSince } from './running-since'

const items = [
  toolItem({ id: 'a', state: 'running', startedAt: 10 }),
  toolItem({ id: 'b', state: 'running', startedAt: 20 }),
  toolItem({ id: 'c', state: 'done', startedAt: 30 }),
]

function viewWith(state: 'running' | 'done') {
  const turn = viewTurn({ id: 'trn_1', n: 1, threadId: 'fork', state })
  const view = openView([viewThread({ id: 'fork' })], [turn])
  return { ...view, bodies: { trn_1: { items, complete: true } } }
}

test('the age of what a thread runs is that of the call that began last', () => {
  expect(runningSince(viewWith('running'), 'fork')).toBe(20)
})

test('a turn that is over runs nothing, and of an unknown thread nothing is known', () => {
  expect(runningSince(viewWith('done'), 'fork')).toBeNull()
  expect(runningSince(viewWith('running'), 'other')).toBeNull()
})
