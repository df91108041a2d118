// Between a question and its answer lie days: what changed meanwhile is looked at again before anything runs.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ToolItem } from '../../shared/domain/turn'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { atRest, converse, itemsOf, say } from '../../testing/conversation'
import { forkInWorktree, talkInRepository } from '../../testing/repository-talk'
import type { TestClient } from '../../testing/test-host'

const openOf = async (client: TestClient) => (await client.call('approval.list', {})).open[0]?.id ?? ''

const toolsOf = async (client: TestClient, id: string) =>
  (await itemsOf(client, id)).filter((item): item is ToolItem => item.kind === 'tool')

test.each([
  ['lost its .git file', (path: string) => rmSync(join(path, '.git'))],
  ['is gone', (path: string) => rmSync(dirname(path), { recursive: true })],
])('a command that is allowed after its worktree %s runs nowhere', async (_name, change) => {
  const talk = await talkInRepository(
    firstOf(
      scriptByDirective([
        {
          match: /./,
          script: scriptByTurn([reply(call('bash', { command: 'touch made.txt' })), reply(text('Never.'))]),
        },
      ]),
      () => reply(text('Yes.')),
    ),
    { session: { permissionMode: 'default' } },
  )
  const { client } = talk
  await say(client, talk.threadId, 'Hi')
  const { id, worktree } = await forkInWorktree(talk, 'make', 'waiting-approval')
  change(worktree.path)
  await client.call('approval.answer', { approvalId: await openOf(client), decision: 'allow' })
  await client.state(id, 'worktree-missing')
  expect(await toolsOf(client, id)).toMatchObject([{ state: 'interrupted' }])
  expect(existsSync(join(worktree.path, 'made.txt'))).toBe(false)
  expect(talk.repository.git('status', '--porcelain')).toBe('')
})

const asking = (command: string) =>
  converse(scriptByTurn([reply(call('bash', { command })), reply(text('Well.'))]), {
    session: { permissionMode: 'default' },
  })

function deny(folder: string, rule: string): void {
  mkdirSync(join(folder, '.claude'), { recursive: true })
  writeFileSync(join(folder, '.claude', 'settings.json'), JSON.stringify({ permissions: { deny: [rule] } }))
}

test('a rule that denies beats an answer that came before it was looked at again', async () => {
  const { client, threadId, folder } = await asking('touch made.txt')
  await client.call('turn.send', { threadId, text: 'Go' })
  await client.state(threadId, 'waiting-approval')
  deny(folder, 'Bash(touch:*)')
  await client.call('approval.answer', { approvalId: await openOf(client), decision: 'allow' })
  await atRest(client, threadId)
  expect(await toolsOf(client, threadId)).toMatchObject([
    { state: 'denied', output: expect.stringContaining('Denied') },
  ])
  expect(existsSync(join(folder, 'made.txt'))).toBe(false)
})

test('an input that the person changed into what a rule denies is denied as well', async () => {
  const { client, threadId, folder } = await asking('touch made.txt')
  deny(folder, 'Bash(mkdir:*)')
  await client.call('turn.send', { threadId, text: 'Go' })
  await client.state(threadId, 'waiting-approval')
  const input = { command: 'mkdir made' }
  await client.call('approval.answer', { approvalId: await openOf(client), decision: 'allow', input })
  await atRest(client, threadId)
  expect(await toolsOf(client, threadId)).toMatchObject([{ state: 'denied' }])
  expect(existsSync(join(folder, 'made'))).toBe(false)
})
