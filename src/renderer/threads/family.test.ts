import { expect, test } from 'vitest'
import { openView, viewThread } from '../../testing/domain-views'
import { ancestorsOf, siblingsOf } from './family'

const view = openView([
  viewThread({ id: 'a', parentId: 'thr_main', createdAt: 1 }),
  viewThread({ id: 'b', parentId: 'thr_main', createdAt: 2 }),
  viewThread({ id: 'a1', parentId: 'a', createdAt: 3 }),
  viewThread({ id: 'a2', parentId: 'a', createdAt: 4 }),
])

test('the path of a thread begins with the main thread and ends with its parent', () => {
  expect(ancestorsOf(view, 'a2')).toEqual(['thr_main', 'a'])
  expect(ancestorsOf(view, 'thr_main')).toEqual([])
  expect(ancestorsOf(view, 'unknown')).toEqual([])
})

test('siblings leave the same thread, in the order in which they were made', () => {
  expect(siblingsOf(view, 'a2')).toEqual(['a1', 'a2'])
  expect(siblingsOf(view, 'b')).toEqual(['a', 'b'])
  expect(siblingsOf(view, 'thr_main')).toEqual([])
})
