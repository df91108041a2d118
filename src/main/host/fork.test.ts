import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FORK_BOILERPLATE, PLACEHOLDER_RESULT } from '../../core/fork/child-instruction'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text, thinking } from '../../simulator/script/builders'
import { ofFork } from '../../simulator/script/request-predicates'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, startTestHost, type TestClient } from '../../testing/test-host'

function repository(): string {
  const folder = join(temporaryFolder(), 'repo')
  mkdirSync(folder)
  writeFileSync(join(folder, 'a.txt'), 'one\n')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('init', '-q', '-b', 'main')
  git('config', 'user.email', 't@example.com')
  git('config', 'user.name', 'T')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  return folder
}

const agent = (n: number) => call('Agent', { description: `Task ${n}`, prompt: `Do task ${n}.` })

interface Message {
  role: string
  content: { type: string; text?: string; tool_use_id?: string; content?: unknown }[]
}

function messagesOf(bodyText: string): Message[] {
  const { messages } = JSON.parse(bodyText.replaceAll(/,"cache_control":\{[^}]*\}/g, '')) as { messages: Message[] }
  return messages
}

async function children(client: TestClient, sessionId: string) {
  const { threads } = await client.call('session.read', { sessionId })
  return threads.filter((thread) => thread.parentId !== null)
}

test('three forks of one turn share every byte before their directives, and each reports once', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(
    firstOf(
      scriptByDirective([{ match: /Do task/, script: () => reply(text('Scope: it. Result: done.')) }]),
      scriptByTurn([
        reply(thinking('Three ways.'), text('I fork.'), agent(1), agent(2), agent(3)),
        reply(text('They run.')),
        reply(text('Noted.')),
        reply(text('Noted.')),
        reply(text('Noted.')),
      ]),
    ),
  )
  const { threadId, sessionId } = await openSession(client, repository())
  await client.call('turn.send', { threadId, text: 'Try three ways' })
  const forks = await client.until(() => {
    const ids = new Set(client.stored().flatMap((event) => (event.type === 'thread.created' ? [event.threadId] : [])))
    const done = [...ids].filter((id) => client.thread(id)?.state === 'done')
    return done.length === 3 && done
  }, 'three forks done')
  await client.until(
    () => client.stored().filter((event) => event.type === 'notification.delivered').length === 3,
    'three reports',
  )
  await client.state(threadId, 'idle')

  const sent = simulator.requests.filter(ofFork())
  expect(sent).toHaveLength(3)
  const next = simulator.requests.find(
    (request) => !sent.includes(request) && (request.body as { messages: unknown[] }).messages.length === 3,
  )
  const parent = messagesOf(next?.bodyText ?? '').slice(0, 2)
  for (const request of sent) {
    const messages = messagesOf(request.bodyText)
    expect(messages.slice(0, parent.length)).toEqual(parent)
    const own = messages.at(-1)?.content ?? []
    expect(own.slice(0, 3).map((block) => block.content)).toEqual([
      PLACEHOLDER_RESULT,
      PLACEHOLDER_RESULT,
      PLACEHOLDER_RESULT,
    ])
    expect(own[3]?.text).toBe(FORK_BOILERPLATE)
    expect(own).toHaveLength(5)
  }
  const without = sent.map((request) =>
    messagesOf(request.bodyText).map((m, n, all) => (n === all.length - 1 ? m.content.slice(0, -1) : m)),
  )
  expect(without[1]).toEqual(without[0])
  expect(without[2]).toEqual(without[0])
  const threads = await children(client, sessionId)
  expect(threads.map((thread) => [thread.id, thread.kind, thread.state, thread.startedBy])).toEqual(
    [...forks].sort().map((id) => [id, 'fork', 'done', 'model']),
  )
  for (const thread of threads) {
    expect(existsSync(thread.worktree?.path ?? '')).toBe(true)
    const { requests } = await client.call('request.list', { threadId: thread.id })
    expect(requests[0]?.prefix.sharedWithParent).toBe(6)
    expect(requests[0]?.firstDifference).toBeNull()
  }
})

test('a person forks an old turn into two worktrees with the uncommitted work; the main checkout stays as it is', async () => {
  const { client, simulator } = await startTestHost()
  const folder = repository()
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n')
  writeFileSync(join(folder, 'new.txt'), 'untracked\n')
  simulator.script(
    firstOf(
      scriptByDirective([
        {
          match: /Change/,
          script: scriptByTurn([
            reply(call('read', { file_path: 'a.txt' })),
            reply(call('bash', { command: 'pwd >> a.txt && git commit -qam change && git rev-parse HEAD' })),
            reply(text('Result: changed.')),
          ]),
        },
      ]),
      () => reply(text('Yes.')),
    ),
  )
  const { threadId, sessionId } = await openSession(client, folder, { permissionMode: 'bypassPermissions' })
  for (const words of ['First', 'Second', 'Third']) {
    await client.call('turn.send', { threadId, text: words })
    await client.state(threadId, 'idle')
    await client.until(
      () => client.stored().filter((e) => e.type === 'turn.changed' && e.turn.state === 'done').length > 0,
    )
  }
  const { turns } = await client.call('session.read', { sessionId })
  const second = turns.find((turn) => turn.n === 2)
  const { threadIds } = await client.call('fork.start', {
    threadId,
    turnId: second?.id,
    directives: ['Change it one way', 'Change it another way'],
    isolation: 'worktree',
  })
  await Promise.all(threadIds.map((id) => client.state(id, 'done')))
  for (const id of threadIds) {
    const { worktree, files, diff } = await client.call('worktree.read', { threadId: id })
    expect(worktree.baseTree).not.toBeNull()
    expect(files).toEqual([expect.objectContaining({ path: 'a.txt', status: 'modified', added: 1, removed: 0 })])
    expect(diff).toContain(`+${worktree.path}`)
    expect(readFileSync(join(worktree.path, 'new.txt'), 'utf8')).toBe('untracked\n')
    expect(readFileSync(join(worktree.path, 'a.txt'), 'utf8')).toBe(`one\ntwo\n${worktree.path}\n`)
  }
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\ntwo\n')
  const [kept, gone] = threadIds
  await client.call('worktree.keep', { threadId: kept ?? '' })
  const refused = await client.fails('worktree.discard', { threadId: gone ?? '' })
  expect(refused.code).toBe('worktree.dirty')
  const { rescuedTo } = await client.call('worktree.discard', { threadId: gone ?? '', confirm: true })
  expect(existsSync(rescuedTo ?? '')).toBe(true)
  const sent = simulator.requests.filter(ofFork())
  for (const request of sent) expect(JSON.stringify(messagesOf(request.bodyText))).not.toContain('Third')
})

test('a fork may not fork: its call is refused, whatever it says', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(
    firstOf(
      scriptByDirective([{ match: /nest/, script: scriptByTurn([reply(agent(9)), reply(text('Could not.'))]) }]),
      () => reply(text('Yes.')),
    ),
  )
  const { threadId, sessionId } = await openSession(client, repository())
  await client.call('turn.send', { threadId, text: 'Hi' })
  await client.state(threadId, 'idle')
  const { threadIds } = await client.call('fork.start', { threadId, directives: ['nest'] })
  await client.state(threadIds[0] ?? '', 'done')
  expect(await children(client, sessionId)).toHaveLength(1)
  const { turns } = await client.call('thread.read', { threadId: threadIds[0] ?? '' })
  const refused = turns[0]?.items.find((item) => item.kind === 'tool')
  expect(refused).toMatchObject({ isError: true, state: 'failed', output: expect.stringContaining('fork.nested') })
})

test('a fork of a session in which nothing was said runs on a prompt of its own', async () => {
  const { client, simulator } = await startTestHost()
  simulator.script(() => reply(text('Done.')))
  const { threadId } = await openSession(client, repository())
  const { threadIds } = await client.call('fork.start', { threadId, directives: ['Look around'] })
  await client.state(threadIds[0] ?? '', 'done')
  const body = JSON.parse(simulator.requests[0]?.bodyText ?? '') as { messages: Message[] }
  expect(body.messages).toHaveLength(1)
  expect(body.messages[0]?.content[0]?.text).toBe(FORK_BOILERPLATE)
})
