// Files to name and drafts that outlive the window, through the host's own door.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryRepository } from '../../testing/temporary-repository'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost } from '../../testing/test-host'

test('a draft is kept for its thread, written anew, and forgotten when it is empty', async () => {
  const { client } = await startTestHost()
  const { sessionId, threadId } = await openSession(client, temporaryFolder())
  await client.call('draft.write', { threadId, text: 'half a thou' })
  await client.call('draft.write', { threadId, text: 'half a thought\n' })
  expect(await client.call('draft.read', { sessionId })).toEqual({
    drafts: [{ threadId, text: 'half a thought\n', attachments: [] }],
  })
  await client.call('draft.write', { threadId, text: '' })
  expect(await client.call('draft.read', { sessionId })).toEqual({ drafts: [] })
  expect(await client.fails('draft.write', { threadId, text: 'x'.repeat(200_001) })).toMatchObject({
    code: 'invalid_input',
    path: 'text',
  })
})

test('files are those of the folder the thread works in', async () => {
  const { client } = await startTestHost()
  const repository = temporaryRepository({ name: 'abacus', files: { 'src/sum.js': '1', 'src/product.js': '2' } })
  const { threadId } = await openSession(client, repository.folder)
  expect(await client.call('project.files', { threadId, query: 'sum' })).toEqual({
    paths: ['src/sum.js'],
    total: 1,
    cut: false,
  })
  mkdirSync(join(repository.folder, 'lib'))
  writeFileSync(join(repository.folder, 'lib', 'other.js'), '')
  const { paths, total } = await client.call('project.files', { threadId, limit: 1 })
  expect(paths).toHaveLength(1)
  expect(total).toBeGreaterThanOrEqual(2)
  repository.remove()
})

test('the list of approvals says who asks', async () => {
  const { client } = await startTestHost()
  expect(await client.call('approval.list', {})).toEqual({ open: [], decided: [], askers: [] })
})
