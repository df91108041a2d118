import { expect, test } from 'vitest'
import { pageEnd } from './load'

test('pages hold turns 1 to 50, 51 to 100 and so on', () => {
  expect([1, 50].map(pageEnd)).toEqual([51, 51])
  expect([51, 100].map(pageEnd)).toEqual([101, 101])
  expect(pageEnd(1_000)).toBe(1_001)
})
