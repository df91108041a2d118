import { expect, test } from 'vitest'
import { openView, viewApproval, viewThread } from '../../testing/domain-views'
import { needy, nextNeedy } from './next-needy'

const view = {
  ...openView([
    viewThread({ id: 'a', state: 'failed' }),
    viewThread({ id: 'b' }),
    viewThread({ id: 'c', state: 'interrupted' }),
  ]),
  approvals: [viewApproval({ id: 'apr_1', threadId: 'b' })],
}

test('approvals come first, then what is stuck', () => {
  expect(needy(view).map((each) => each.threadId)).toEqual(['b', 'a', 'c'])
})

test('the next one follows the selected thread and goes round', () => {
  expect(nextNeedy(view, 'thr_main')).toEqual({ threadId: 'b', approvalId: 'apr_1' })
  expect(nextNeedy(view, 'b')?.threadId).toBe('a')
  expect(nextNeedy(view, 'c')?.threadId).toBe('b')
  expect(nextNeedy(openView(), null)).toBeNull()
})
