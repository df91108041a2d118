import { expect, test } from 'vitest'
import { openView, viewThread } from '../../../testing/domain-views'
import { outlineFold, outlineRows } from './outline-rows'

const view = openView([
  viewThread({ id: 'a', createdAt: 1 }),
  viewThread({ id: 'b', createdAt: 2 }),
  viewThread({ id: 'aa', createdAt: 3, parentId: 'a' }),
])

test('the tree is listed depth first, each row with its level and place among its siblings', () => {
  expect(outlineRows(view, {})).toEqual([
    { threadId: 'thr_main', parentId: null, level: 1, expanded: true, position: 1, siblings: 1 },
    { threadId: 'a', parentId: 'thr_main', level: 2, expanded: true, position: 1, siblings: 2 },
    { threadId: 'aa', parentId: 'a', level: 3, expanded: null, position: 1, siblings: 1 },
    { threadId: 'b', parentId: 'thr_main', level: 2, expanded: null, position: 2, siblings: 2 },
  ])
})

test('what stands under a folded row is left out', () => {
  const rows = outlineRows(view, { [outlineFold('a')]: true })
  expect(rows.map((row) => row.threadId)).toEqual(['thr_main', 'a', 'b'])
  expect(rows[1]?.expanded).toBe(false)
})
