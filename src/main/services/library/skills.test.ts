// Skills that the model calls, over the real wire: named once, their text as a result, and only what a person stands behind.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, firstOf, reply, text } from '../../../simulator/script/builders'
import type { Script } from '../../../simulator/script/script'
import { type Conversation, converse, itemsOf, say } from '../../../testing/conversation'
import { temporaryFolder } from '../../../testing/temporary-store'
import { expectRepeats, expectWireHolds, messagesOf } from '../../../testing/wire-checks'

const skill = (head: string, body: string) => `---\n${head}\n---\n${body}\n`
const PDF = skill('name: pdf\ndescription: Reads PDFs.\nallowed-tools: Bash(node:*)', 'Read $ARGUMENTS with node.')
const FILES = { '.claude/skills/pdf/SKILL.md': PDF, 'a.js': 'console.log(1)\n' }
const ASKING = { permissionMode: 'default' as const }

/** Calls one tool after the other, each in a message of its own. */
const calling =
  (...calls: ReturnType<typeof call>[]): Script =>
  ({ ownAssistantCount }) => {
    const next = calls[ownAssistantCount]
    return reply(next ?? text('Done.'))
  }

async function trust({ client }: Conversation): Promise<string> {
  const projectId = (await client.call('project.list', {})).projects[0]?.id ?? ''
  const { hash } = await client.call('project.trust', { projectId })
  await client.call('project.trust', { projectId, hash })
  return projectId
}

async function talkWith(script: Script, files: Record<string, string> = FILES, more = {}): Promise<Conversation> {
  return converse(script, { files, session: ASKING, ...more })
}

const results = async ({ client, threadId }: Conversation) =>
  (await itemsOf(client, threadId)).flatMap((item) => (item.kind === 'tool' ? [[item.state, item.output]] : []))

const definitionOf = ({ simulator }: Conversation, n = 0) =>
  simulator.requests[n]?.body?.tools?.find(({ name }) => name === 'Skill') as { description: string } | undefined

describe('a skill', () => {
  test('is named to a new session of a trusted project, and its text with arguments is the result of calling it', async () => {
    const talk = await talkWith(calling(call('Skill', { skill: 'pdf', args: 'a.pdf' })))
    await trust(talk)
    await say(talk.client, talk.threadId, 'Go')
    expect(definitionOf(talk)?.description).toMatch(/Skills:\n- pdf: Reads PDFs\.$/)
    const [[state, output] = []] = await results(talk)
    expect(state).toBe('done')
    expect(output).toContain(`are in ${talk.folder}/.claude/skills/pdf.\n\nRead a.pdf with node.`)
    await expectWireHolds(talk.client, talk.simulator, talk.sessionId)
  })

  test('stays in the snapshot of its session when it is gone, and a new one is in new sessions only; forks have the same bytes', async () => {
    const talk = await talkWith(firstOf(({ directive }) => (directive ? reply(text('Report.')) : null), calling()))
    const { client, threadId, simulator, folder } = talk
    await trust(talk)
    await say(client, threadId, 'Go')
    writeFileSync(join(folder, '.claude/skills/pdf/SKILL.md'), PDF.replace('Reads PDFs.', 'Something else.'))
    await trust(talk)
    await say(client, threadId, 'More')
    expectRepeats(simulator.requests[1]?.bodyText ?? '', simulator.requests[0]?.bodyText ?? '')
    const { threadIds } = await client.call('fork.start', { threadId, directives: ['Look'], isolation: 'none' })
    await client.state(threadIds[0] ?? '', 'done')
    expect(definitionOf(talk, 2)?.description).toBe(definitionOf(talk)?.description)
    await expectWireHolds(client, simulator, talk.sessionId)
  })

  test('lets run unasked what its file allows, for the turn that follows it and as long as the file stays what it was', async () => {
    const node = () => call('bash', { command: 'node a.js' })
    const use = () => call('Skill', { skill: 'pdf' })
    const change = call('bash', {
      command: "node -e \"require('fs').appendFileSync('.claude/skills/pdf/SKILL.md', 'x')\"",
    })
    const talk = await talkWith(calling(use(), node(), change, node()))
    const { client, threadId, sessionId } = talk
    await trust(talk)
    await client.call('turn.send', { threadId, text: 'Go' })
    const asked = async () => (await client.call('approval.list', { sessionId })).open[0]
    await client.state(threadId, 'waiting-approval')
    // The command that changes a protected place is asked about whatever a file allows.
    expect((await asked())?.input).toMatchObject({ command: expect.stringContaining('appendFileSync') })
    await client.call('approval.answer', { approvalId: (await asked())?.id ?? '', decision: 'allow' })
    await client.until(() => client.stored().filter((event) => event.type === 'approval.opened').length === 2)
    expect((await asked())?.input).toEqual({ command: 'node a.js' })
    await client.call('approval.answer', { approvalId: (await asked())?.id ?? '', decision: 'deny' })
    await client.state(threadId, 'idle')
    expect((await results(talk)).map(([state]) => state)).toEqual(['done', 'done', 'done', 'denied'])
  })

  test('lets nothing run in the next turn', async () => {
    const talk = await talkWith(({ lastUser, assistantCount }) => {
      if (lastUser.said === 'Go') return reply(call('Skill', { skill: 'pdf' }))
      return assistantCount === 2 ? reply(call('bash', { command: 'node a.js' })) : reply(text('Done.'))
    })
    await trust(talk)
    await say(talk.client, talk.threadId, 'Go')
    await talk.client.call('turn.send', { threadId: talk.threadId, text: 'Now run it' })
    await talk.client.state(talk.threadId, 'waiting-approval')
  })
})

describe('a skill that may not be called', () => {
  test('in a project that is not trusted is not named, and inert when it is called by its name', async () => {
    const home = temporaryFolder()
    mkdirSync(join(home, '.claude/skills/mine'), { recursive: true })
    writeFileSync(join(home, '.claude/skills/mine/SKILL.md'), skill('description: My own.', 'Mine.'))
    const script = calling(call('Skill', { skill: 'pdf' }), call('Skill', { name: 'mine' }))
    const talk = await talkWith(script, FILES, { env: { HOME: home } })
    await say(talk.client, talk.threadId, 'Go')
    expect(definitionOf(talk)?.description).toMatch(/Skills:\n- mine: My own\.$/)
    const [inert, mine] = await results(talk)
    expect(inert).toEqual([
      'failed',
      expect.stringMatching(/^conflict: The skill “pdf” is inert: the project is not trusted/),
    ])
    expect(mine).toEqual(['done', expect.stringMatching(/Mine\.$/)])
  })

  test('since its file says so is not named, and refused with the reason; a person calls it, and not one for models alone', async () => {
    const files = {
      '.claude/skills/deploy/SKILL.md': skill('description: Deploys.\ndisable-model-invocation: true', 'Deploy.'),
      '.claude/skills/facts/SKILL.md': skill('description: Facts.\nuser-invocable: false', 'Facts.'),
      '.claude/commands/fix.md': 'Fix it.',
    }
    const names = ['deploy', 'fix', 'nope', '/facts', 'facts']
    const talk = await talkWith(calling(...names.map((name) => call('Skill', { skill: name }))), files)
    const { client, threadId } = talk
    const projectId = await trust(talk)
    await say(client, threadId, 'Go')
    expect(definitionOf(talk)?.description).toMatch(/Skills:\n- facts: Facts\.$/)
    expect((await results(talk)).map(([state, output]) => `${state} ${String(output).slice(0, 60)}`)).toEqual([
      expect.stringMatching(/^failed conflict: “deploy” is a skill that its file keeps/),
      expect.stringMatching(/^failed conflict: “fix” is a command/),
      expect.stringMatching(/^failed not_found: There is no command or skill “nope”/),
      expect.stringMatching(/^failed not_found/),
      expect.stringMatching(/^done/),
    ])
    expect(await client.fails('command.run', { threadId, name: 'facts' })).toMatchObject({ code: 'conflict' })
    expect(await client.call('command.run', { threadId, name: 'deploy' })).toMatchObject({ island: false })
    const { entries } = await client.call('library.list', { projectId })
    expect(entries.find(({ name }) => name === 'facts')).toMatchObject({ callable: false, forModel: true })
    expect(entries.find(({ name }) => name === 'deploy')).toMatchObject({ callable: true, forModel: false })
  })

  test('since a rule denies it is denied, and one that is asked about waits for the person', async () => {
    const settings = JSON.stringify({ permissions: { deny: ['Skill(pdf)'], ask: ['Skill(other)'] } })
    const files = { ...FILES, '.claude/skills/other/SKILL.md': 'Other.', '.claude/settings.json': settings }
    const talk = await talkWith(calling(call('Skill', { skill: 'pdf' }), call('Skill', { skill: 'other' })), files)
    const { client, threadId, sessionId } = talk
    await trust(talk)
    await client.call('turn.send', { threadId, text: 'Go' })
    await client.state(threadId, 'waiting-approval')
    const [open] = (await client.call('approval.list', { sessionId })).open
    expect(open).toMatchObject({ tool: 'Skill', input: { skill: 'other' } })
    await client.call('approval.answer', { approvalId: open?.id ?? '', decision: 'allow' })
    await client.state(threadId, 'idle')
    expect((await results(talk)).map(([state]) => state)).toEqual(['denied', 'done'])
  })
})

describe('a skill with context: fork', () => {
  const REVIEW = skill('description: Reviews.\ncontext: fork\nallowed-tools: Read', 'Review $1.')
  const files = { '.claude/skills/review/SKILL.md': REVIEW, 'a.txt': 'apple' }
  const isIsland = (body: string) => messagesOf(body)[0]?.content[0]?.text?.startsWith('Review a.txt') ?? false

  test('runs as an island, and its summary alone is the result of the call', async () => {
    const island: Script = (context) => {
      if (!isIsland(context.request.bodyText)) return null
      if (context.assistantCount > 0) return reply(text('It is an apple.'))
      return reply(call('read', { file_path: 'a.txt' }), call('Skill', { skill: 'review' }))
    }
    const talk = await talkWith(firstOf(island, calling(call('Skill', { skill: 'review', args: 'a.txt' }))), files)
    const { client, threadId, simulator } = talk
    await trust(talk)
    await say(client, threadId, 'Go')
    expect(await results(talk)).toEqual([['done', 'It is an apple.']])
    const thread = (await client.call('session.read', { sessionId: talk.sessionId })).threads[1]
    expect(thread).toMatchObject({ kind: 'island', startedBy: 'model', title: '/review a.txt', state: 'done' })
    const [item] = (await itemsOf(client, threadId)).filter(({ kind }) => kind === 'tool')
    expect(item).toMatchObject({ threadIds: [thread?.id] })
    const [first] = simulator.requests.filter(({ bodyText }) => isIsland(bodyText))
    expect(first?.body?.tools?.map(({ name }) => name)).not.toContain('Skill')
    expect(simulator.requests.at(-1)?.bodyText).not.toContain('apple.txt')
    expect(
      (await itemsOf(client, thread?.id ?? '')).flatMap((each) => (each.kind === 'tool' ? each.state : [])),
    ).toEqual(['done', 'failed'])
    await expectWireHolds(client, simulator, talk.sessionId)
  })

  test('is not started by a fork, which is told why', async () => {
    const script: Script = ({ directive, ownAssistantCount }) => {
      if (!directive || ownAssistantCount > 0) return reply(text('Done.'))
      return reply(call('Skill', { skill: 'review', args: 'a.txt' }))
    }
    const talk = await talkWith(script, files)
    const { client, threadId } = talk
    await trust(talk)
    await say(client, threadId, 'Go')
    const { threadIds } = await client.call('fork.start', { threadId, directives: ['Look'], isolation: 'none' })
    await client.state(threadIds[0] ?? '', 'done')
    expect(await results({ ...talk, threadId: threadIds[0] ?? '' })).toEqual([
      ['failed', expect.stringContaining('which a fork or agent cannot start')],
    ])
  })
})

test('a command without isolation lets run in its turn what its file allows', async () => {
  const file = '---\nallowed-tools: Bash(node:*)\n---\nRun it.\n'
  const talk = await talkWith(calling(call('bash', { command: 'node a.js' })), {
    ...FILES,
    '.claude/commands/go.md': file,
  })
  const { client, threadId } = talk
  await trust(talk)
  await client.call('command.run', { threadId, name: 'go' })
  await client.state(threadId, 'idle')
  await client.until(() => client.stored().some((event) => event.type === 'item.changed'))
  expect((await results(talk)).map(([state]) => state)).toEqual(['done'])
})
