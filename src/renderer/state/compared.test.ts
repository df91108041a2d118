import { beforeEach, expect, test } from 'vitest'
import { openView, viewThread } from '../../testing/domain-views'
import { appStore, INITIAL_VIEW } from './store'
import { leaveCompare, MOST_COMPARED, openCompare, toggleCompared } from './ui-actions'
import { INITIAL_UI } from './ui-state'

const ids = ['a', 'b', 'c', 'd', 'e']
const ui = () => appStore.getState().ui

beforeEach(() => {
  const session = openView(ids.map((id) => viewThread({ id })))
  appStore.setState({ view: { ...INITIAL_VIEW, session }, ui: INITIAL_UI })
})

test('marking twice takes the mark away, and what is said is heard', () => {
  toggleCompared('a')
  expect([ui().compared, ui().announcement.text]).toEqual([['a'], 'a is marked to compare: 1'])
  toggleCompared('a')
  expect([ui().compared, ui().announcement.text]).toEqual([[], 'a is no longer marked'])
})

test('the main thread, what is not there, and one too many are not marked', () => {
  for (const id of ['thr_main', 'gone', ...ids]) toggleCompared(id)
  expect(ui().compared).toEqual(ids.slice(0, MOST_COMPARED))
  expect(ui().announcement.text).toBe('At most 4 threads are compared')
})

test('marks of a session that is no longer open do not count', () => {
  appStore.setState(({ view, ui: before }) => ({ view, ui: { ...before, compared: ['x', 'y', 'z', 'w'] } }))
  toggleCompared('b')
  expect(ui().compared).toEqual(['b'])
})

test('a comparison is left to the row it was about', () => {
  openCompare(['a'])
  expect(ui().route).toEqual({ screen: 'home' })
  openCompare(ids)
  expect(ui().route).toEqual({ screen: 'compare', sessionId: 'ses_1', threadIds: ['a', 'b', 'c', 'd'] })
  leaveCompare('b')
  expect(ui().route).toEqual({ screen: 'session', sessionId: 'ses_1' })
  expect(ui().reveal).toMatchObject({ key: 'b', focus: true })
})
