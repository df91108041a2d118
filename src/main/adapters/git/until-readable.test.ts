import { expect, test } from 'vitest'
import { GitCommandError } from './run-git'
import { untilReadable } from './until-readable'

/** A read that fails some times, as a git does under which a file shrinks. */
function failing(times: number, error: Error): () => Promise<string> {
  let left = times
  return async () => {
    if (left-- > 0) throw error
    return 'read'
  }
}
const ended = new GitCommandError('update-index', null, '')

test('a git that was ended because a file shrank is run again, after its lock was taken away', async () => {
  let mended = 0
  const mend = async () => void mended++
  expect(await untilReadable('/x', failing(2, ended), mend)).toBe('read')
  expect(mended).toBe(2)
  const short = new GitCommandError('update-index', 128, 'error: short read while indexing a.txt')
  expect(await untilReadable('/x', failing(1, short))).toBe('read')
  const gone = new GitCommandError('update-index', 128, 'error: open("a.txt"): No such file or directory')
  expect(await untilReadable('/x', failing(1, gone))).toBe('read')
})

test('a folder that never comes to rest is busy; every other failure stays what it is', async () => {
  await expect(untilReadable('/x', failing(9, ended))).rejects.toMatchObject({
    failure: { code: 'worktree.busy', folder: '/x' },
  })
  const other = new GitCommandError('update-index', 128, 'fatal: no')
  await expect(untilReadable('/x', failing(1, other))).rejects.toBe(other)
})
