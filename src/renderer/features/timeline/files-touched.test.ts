import { expect, test } from 'vitest'
import { openView, toolItem, viewThread, viewTurn } from '../../../testing/domain-views'
import { filesTouched } from './files-touched'

test('files that a fork wrote are counted once each; what failed, was only read or is another’s is not', () => {
  const view = openView([viewThread({ id: 'fork' })], [viewTurn({ id: 'trn_1', n: 1, threadId: 'fork' })])
  const items = [
    toolItem({ id: 'a', name: 'Edit', state: 'done', input: { file_path: 'a.ts' } }),
    toolItem({ id: 'b', name: 'write', state: 'done', input: { file_path: 'a.ts' } }),
    toolItem({ id: 'c', name: 'write', state: 'done', input: { file_path: 'b.ts' } }),
    toolItem({ id: 'd', name: 'edit', state: 'done', isError: true, input: { file_path: 'c.ts' } }),
    toolItem({ id: 'e', name: 'edit', state: 'running', input: { file_path: 'd.ts' } }),
    toolItem({ id: 'f', name: 'read', state: 'done', input: { file_path: 'e.ts' } }),
    toolItem({ id: 'g', name: 'edit', state: 'done', input: null }),
  ]
  expect(filesTouched({ ...view, bodies: { trn_1: { items, complete: true } } }, 'fork')).toBe(2)
  expect(filesTouched(view, 'other')).toBe(0)
})
