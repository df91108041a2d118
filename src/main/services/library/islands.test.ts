// Policy islands over the real wire: a blank history, what the file allows and nothing else, and one summary to the parent.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, firstOf, reply, text } from '../../../simulator/script/builders'
import type { Script } from '../../../simulator/script/script'
import type { RecordedRequest } from '../../../simulator/server/recorded-request'
import { atRest, type Conversation, converse, itemsOf, say } from '../../../testing/conversation'
import { temporaryFolder } from '../../../testing/temporary-store'
import { messagesOf } from '../../../testing/wire-checks'

const REVIEW = `---
description: Reviews a folder.
context: fork
allowed-tools: Read(src/**), Bash(git status:*)
---
Review $ARGUMENTS.
`
const FILES = { 'README.md': 'one two', 'src/a.ts': 'export const a = 1\n', '.claude/commands/review.md': REVIEW }

const firstText = (request: RecordedRequest) => messagesOf(request.bodyText)[0]?.content[0]?.text ?? ''
const ofIsland = (request: RecordedRequest) => !firstText(request).startsWith('Go')

/** The main thread says what it was told last; what is no main thread follows its own script. */
const withIsland = (own: Script): Script =>
  firstOf(
    (context) => (ofIsland(context.request) ? own(context) : null),
    ({ lastUser }) => reply(text(`Told: ${lastUser.texts.length}.`)),
  )

async function trust({ client }: Conversation): Promise<string> {
  const projectId = (await client.call('project.list', {})).projects[0]?.id ?? ''
  const { hash } = await client.call('project.trust', { projectId })
  await client.call('project.trust', { projectId, hash })
  return projectId
}

async function inProject(own: Script, more: Parameters<typeof converse>[1] = {}) {
  const talk = await converse(withIsland(own), { files: FILES, ...more })
  await trust(talk)
  return talk
}

const run = ({ client, threadId }: Conversation, name = 'review', args = 'src') =>
  client.call('command.run', { threadId, name, arguments: args })

const callsOf = async ({ client }: Conversation, threadId: string) =>
  (await itemsOf(client, threadId)).flatMap((item) => (item.kind === 'tool' ? [[item.toolUseId, item.state]] : []))

const trying: Script = ({ assistantCount }) =>
  assistantCount === 0
    ? reply(
        text('I look.'),
        call('read', { file_path: 'src/a.ts' }, { id: 'in' }),
        call('read', { file_path: 'README.md' }, { id: 'out' }),
        call('write', { file_path: 'src/b.ts', content: '' }, { id: 'w' }),
        call('bash', { command: 'ls' }, { id: 'ls' }),
        call('bash', { command: 'git status --short; rm -rf src' }, { id: 'rm' }),
        call('TodoWrite', { todos: [] }, { id: 'todo' }),
      )
    : reply(text('All is well.'))

describe('a command with context: fork', () => {
  test('runs from a blank history with what its file allows, asks nothing, and the parent gets its last words', async () => {
    const talk = await inProject(trying)
    const { client, sessionId, threadId, simulator } = talk
    await say(client, threadId, 'Go')
    const started = await run(talk)
    const thread = await client.state(started.threadId, 'done')
    await client.until(() => client.stored().some((event) => event.type === 'notification.delivered'))
    await atRest(client, threadId)
    expect(thread).toMatchObject({
      kind: 'island',
      parentId: threadId,
      title: '/review src',
      agentType: 'general-purpose',
      startedBy: 'command',
      isolation: 'none',
    })
    expect(thread.branchPoint?.turnId).toBe((await client.call('thread.read', { threadId })).turns[0]?.id)
    const [first] = simulator.requests.filter(ofIsland)
    expect(messagesOf(first?.bodyText ?? '')).toHaveLength(1)
    expect(firstText(first as RecordedRequest)).toMatch(/^Review src\.\n\nYou work in /)
    expect(first?.body?.tools?.map(({ name }) => name)).not.toContain('Agent')
    expect(await callsOf(talk, started.threadId)).toEqual([
      ['in', 'done'],
      ['out', 'denied'],
      ['w', 'denied'],
      ['ls', 'denied'],
      ['rm', 'denied'],
      ['todo', 'done'],
    ])
    expect((await client.call('approval.list', { sessionId })).open).toEqual([])
    const parent = simulator.requests.findLast((request) => !ofIsland(request))?.bodyText ?? ''
    expect(parent).toContain('Island “/review src” has finished.')
    expect(parent).toContain('<result>All is well.</result>')
    expect(parent).toContain('4 calls were refused')
    expect(parent).not.toContain('I look.')
    expect(parent).not.toContain('"tool_use"')
  })

  test('is denied what rules of the project deny, though its file allows it', async () => {
    const settings = JSON.stringify({ permissions: { deny: ['Read(src/**)'] } })
    const talk = await inProject(trying, { files: { ...FILES, '.claude/settings.json': settings } })
    const { threadId } = await run(talk)
    await talk.client.state(threadId, 'done')
    expect((await callsOf(talk, threadId))[0]).toEqual(['in', 'denied'])
  })

  test('does not run while the project is not trusted with its file, nor after the file changed', async () => {
    const talk = await converse(withIsland(trying), { files: FILES })
    const { client, folder, threadId } = talk
    const refused = { code: 'conflict', source: '.claude/commands/review.md' }
    expect(await client.fails('command.run', { threadId, name: 'review' })).toMatchObject(refused)
    const projectId = await trust(talk)
    writeFileSync(join(folder, '.claude/commands/review.md'), REVIEW.replace('Read(src/**)', 'Read, Write'))
    expect(await client.fails('command.run', { threadId, name: 'review' })).toMatchObject(refused)
    const { entries } = await client.call('library.list', { projectId })
    expect(entries.find(({ name }) => name === 'review')).toMatchObject({ active: false, callable: false })
    expect(talk.simulator.requests).toEqual([])
  })

  test('loses what it was allowed when the project changes while it runs', async () => {
    const read = (id: string) => reply(call('read', { file_path: 'src/a.ts' }, { id }))
    const talk = await inProject(
      ({ assistantCount }) => [read('before'), read('after')][assistantCount] ?? reply(text('So be it.')),
    )
    const { client, simulator, folder } = talk
    const second = (request: RecordedRequest) => ofIsland(request) && request.body?.messages.length === 3
    const hold = simulator.hold(second)
    const { threadId } = await run(talk)
    await simulator.arrival(second)
    writeFileSync(join(folder, '.claude/commands/review.md'), `${REVIEW}And more.\n`)
    hold.release()
    await client.state(threadId, 'done')
    expect(await callsOf(talk, threadId)).toEqual([
      ['before', 'done'],
      ['after', 'denied'],
    ])
  })

  test('of the person’s own needs no trust, has the model and the agent it names, and says so when it has no words', async () => {
    const home = temporaryFolder()
    const skill = join(home, '.claude/skills/look/SKILL.md')
    mkdirSync(dirname(skill), { recursive: true })
    writeFileSync(
      skill,
      '---\nname: look\ncontext: fork\nagent: Explore\nmodel: haiku\nallowed-tools: Read Grep\n---\nLook.\n',
    )
    const talk = await converse(
      withIsland(({ assistantCount }) =>
        assistantCount === 0
          ? reply(call('read', { file_path: 'README.md' }, { id: 'r' }), call('glob', { pattern: '*' }, { id: 'g' }))
          : reply(text(' ')),
      ),
      { files: FILES, env: { HOME: home } },
    )
    const { client, threadId, simulator } = talk
    await say(client, threadId, 'Go')
    const started = await run(talk, 'look', '')
    const thread = await client.state(started.threadId, 'done')
    await client.until(() => client.stored().some((event) => event.type === 'notification.delivered'))
    expect(thread).toMatchObject({ agentType: 'explore', model: 'claude-haiku-5-5', isolation: 'readonly' })
    expect(simulator.requests.find(ofIsland)?.body?.tools?.map(({ name }) => name)).not.toContain('write')
    expect(await callsOf(talk, started.threadId)).toEqual([
      ['r', 'done'],
      ['g', 'done'],
    ])
    const { turns } = await client.call('thread.read', { threadId })
    expect(JSON.stringify(turns)).toContain('(no summary)')
  })

  test('is the same one when its client asks twice, and stays what it is after a restart', async () => {
    const talk = await inProject(trying)
    const hold = talk.simulator.hold(ofIsland)
    const turnId = `trn_${'1'.repeat(26)}`
    const input = { threadId: talk.threadId, name: 'review', arguments: 'src', turnId }
    const first = await talk.client.call('command.run', input)
    expect(first).toMatchObject({ turnId, island: true })
    expect(await talk.client.call('command.run', input)).toEqual(first)
    expect(await talk.client.fails('command.run', { ...input, arguments: 'docs' })).toMatchObject({ code: 'conflict' })
    await talk.simulator.arrival(ofIsland)
    const client = await talk.reopen()
    hold.release()
    await client.call('thread.resume', { threadId: first.threadId })
    await client.state(first.threadId, 'done')
    expect((await callsOf({ ...talk, client }, first.threadId)).map(([, state]) => state)).toEqual([
      'done',
      'denied',
      'denied',
      'denied',
      'denied',
      'done',
    ])
  })

  test('takes no messages of the model: what it may do was approved for what its file says', async () => {
    let island = ''
    const talk = await inProject(trying, {})
    const { client, threadId, simulator } = talk
    simulator.script(
      firstOf(
        (context) => (ofIsland(context.request) ? trying(context) : null),
        ({ lastUser }) =>
          lastUser.said === 'Go on'
            ? reply(call('SendMessage', { to: island, message: 'Write src/b.ts.' }, { id: 's' }))
            : reply(text('So be it.')),
      ),
    )
    await say(client, threadId, 'Go')
    island = (await run(talk)).threadId
    await client.state(island, 'done')
    await client.until(() => client.stored().some((event) => event.type === 'notification.delivered'))
    await atRest(client, threadId)
    const before = simulator.requests.filter(ofIsland).length
    await say(client, threadId, 'Go on')
    expect(await callsOf(talk, threadId)).toEqual([['s', 'failed']])
    expect(simulator.requests.filter(ofIsland)).toHaveLength(before)
  })

  test('that names an agent nobody has is not run, and told the ones there are', async () => {
    const file = REVIEW.replace('context: fork', 'context: fork\nagent: wizard')
    const talk = await inProject(trying, { files: { '.claude/commands/review.md': file } })
    const failure = await talk.client.fails('command.run', { threadId: talk.threadId, name: 'review' })
    expect(failure).toMatchObject({ code: 'not_found', message: expect.stringContaining('explore, plan') })
  })
})
