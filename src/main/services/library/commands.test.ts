// Commands and skills over the real wire: what a person calls becomes their message, and what it runs is judged first.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reply, text } from '../../../simulator/script/builders'
import { atRest, type Conversation, converse } from '../../../testing/conversation'
import { temporaryFolder } from '../../../testing/temporary-store'
import { messagesOf } from '../../../testing/wire-checks'

type Options = Parameters<typeof converse>[1]

const ASKING = { session: { permissionMode: 'default' as const } }

/** A session in a project with such commands; where nothing is asked it would not be seen what is run. */
const inProject = (files: Record<string, string>, options: Options = ASKING) =>
  converse(() => reply(text('Done.')), { files, ...options })

async function trust({ client }: Conversation): Promise<string> {
  const projectId = (await client.call('project.list', {})).projects[0]?.id ?? ''
  const { hash } = await client.call('project.trust', { projectId })
  await client.call('project.trust', { projectId, hash })
  return projectId
}

/** What the model was told when a command was run. */
async function toldBy(talk: Conversation, name: string, args = ''): Promise<string> {
  const { client, threadId, simulator } = talk
  await client.call('command.run', { threadId, name, arguments: args })
  await atRest(client, threadId)
  return (
    messagesOf(simulator.requests.at(-1)?.bodyText ?? '')
      .at(-1)
      ?.content.map((block) => block.text)
      .join('\n') ?? ''
  )
}

const command = (body: string, head = '') => `---\ndescription: A test.\n${head}---\n${body}\n`

describe('a command without isolation', () => {
  test('becomes the person’s message, with arguments in place, in a folder under its name, and names the session', async () => {
    const talk = await inProject({ '.claude/commands/git/fix.md': command('Fix $1 on $2, and see @README.md.') })
    expect(await toldBy(talk, 'git:fix', '42 "the branch"')).toBe('Fix 42 on the branch, and see @README.md.')
    const { session, threads } = await talk.client.call('session.read', { sessionId: talk.sessionId })
    expect(session.title).toBe('/git:fix 42 "the branch"')
    expect(threads).toHaveLength(1)
  })

  test('waits for its turn while another runs', async () => {
    const talk = await inProject({ '.claude/commands/fix.md': command('Fix it.') })
    const { client, threadId, simulator } = talk
    const hold = simulator.hold(() => true)
    await client.call('turn.send', { threadId, text: 'Go' })
    await simulator.arrival(() => true)
    const turnId = `trn_${'2'.repeat(26)}`
    const sent = await client.call('command.run', { threadId, name: 'fix', turnId })
    expect(sent).toEqual({ threadId, turnId, island: false, queued: true })
    expect(await client.call('command.run', { threadId, name: 'fix', turnId })).toEqual(sent)
    hold.release()
    await client.until(() => simulator.requests.length === 2)
    await atRest(client, threadId)
    expect(simulator.requests).toHaveLength(2)
  })

  test('that nobody has is not found, and one that is broken is told with its line', async () => {
    const talk = await inProject({ '.claude/commands/odd.md': '---\ndescription: x\ncontext: spoon\n---\nOdd.\n' })
    const { client, threadId } = talk
    expect(await client.fails('command.run', { threadId, name: 'nope' })).toMatchObject({ code: 'not_found' })
    const odd = await client.fails('command.run', { threadId, name: 'odd' })
    expect(odd.message).toMatch(/\.claude\/commands\/odd\.md, line 3: “context” is either/)
  })
})

describe('the commands within a text', () => {
  const LINES = command('A !`cat a.txt` B !`touch $1` C !`node a.txt`', 'allowed-tools: Bash(touch made:*)\n')
  const FILES = { 'a.txt': 'apple\n', '.claude/commands/lines.md': LINES }

  test('run where the judge or the file’s own rules allow them unasked; others say that they did not, and why', async () => {
    const talk = await inProject(FILES)
    await trust(talk)
    const told = await toldBy(talk, 'lines', 'made')
    expect(told).toContain('A apple B  C [')
    expect(told).toMatch(/\[The command node a.txt was not run: No rule allows it.*Nobody can be asked/)
    expect(told).not.toContain('touch made was not run')
    expect(await toldBy(talk, 'lines', 'other')).toContain('[The command touch other was not run')
    expect((await talk.client.call('approval.list', {})).open).toEqual([])
  })

  test('do not run at all while the project is not trusted with the file', async () => {
    const talk = await inProject(FILES, {})
    const told = await toldBy(talk, 'lines', 'made')
    expect(told).toContain('[The command cat a.txt was not run: the project is not trusted')
    expect(told).not.toContain('apple')
  })

  test('of an island run by its rules alone, before it begins', async () => {
    const head = 'context: fork\nallowed-tools: Bash(cat:*)\n'
    const talk = await inProject(
      { 'a.txt': 'apple\n', '.claude/commands/lines.md': command('A !`cat a.txt` B !`ls`', head) },
      {},
    )
    await trust(talk)
    const { client, threadId, simulator } = talk
    const island = await client.call('command.run', { threadId, name: 'lines' })
    await client.state(island.threadId, 'done')
    const told = messagesOf(simulator.requests[0]?.bodyText ?? '')[0]?.content[0]?.text ?? ''
    expect(told).toMatch(/^A apple B \[The command ls was not run: Only what the “allowed-tools”/)
  })
})

describe('the library', () => {
  test('lists agents, commands and skills with where they are from, what counts, and what is broken', async () => {
    const home = temporaryFolder()
    const own = join(home, '.claude/commands/fix.md')
    mkdirSync(dirname(own), { recursive: true })
    writeFileSync(own, command('Mine.', 'argument-hint: [issue] [branch]\n'))
    const talk = await inProject(
      {
        '.claude/agents/reviewer.md':
          '---\nname: reviewer\ndescription: Reviews.\ntools: Read, WebSearch\n---\nReview.\n',
        '.claude/commands/fix.md': command('Theirs.'),
        '.claude/commands/lines.md': command('!`ls`', 'allowed-tools: Read, Nonsense(\n'),
        '.claude/commands/broken.md': '---\ndescription: [\n---\nx\n',
        '.claude/skills/pdf/SKILL.md': '# Reading PDFs\n\nRead them.\n',
        '.claude/skills/pdf/more/SKILL.md': 'Not a skill.\n',
      },
      { env: { HOME: home } },
    )
    const projectId = (await talk.client.call('project.list', {})).projects[0]?.id ?? ''
    const list = async () => (await talk.client.call('library.list', { projectId })).entries
    const entries = await list()
    const named = (name: string) => entries.filter((entry) => entry.name === name)
    expect(named('explore')).toMatchObject([{ kind: 'agent', origin: 'built-in', source: null, active: true }])
    expect(named('reviewer')).toMatchObject([
      {
        kind: 'agent',
        origin: 'project',
        active: false,
        tools: ['read'],
        remarks: [expect.stringMatching('WebSearch')],
      },
    ])
    expect(named('fix')).toMatchObject([
      { origin: 'home', source: '~/.claude/commands/fix.md', argumentHint: '[issue] [branch]', callable: true },
      { origin: 'project', callable: false, why: '“fix” calls ~/.claude/commands/fix.md.' },
    ])
    expect(named('lines')).toMatchObject([
      { kind: 'command', active: false, callable: true, tools: ['Read'], remarks: [expect.stringMatching('Nonsense')] },
    ])
    expect(named('pdf')).toMatchObject([
      { kind: 'skill', description: 'Reading PDFs', source: '.claude/skills/pdf/SKILL.md', active: true },
    ])
    const { broken } = await talk.client.call('library.list', { projectId })
    expect(broken).toEqual([
      { source: '.claude/commands/broken.md', line: expect.any(Number), reason: expect.any(String) },
    ])
    await trust(talk)
    expect((await list()).filter(({ active }) => !active).map(({ source }) => source)).toEqual([
      '.claude/commands/fix.md',
    ])
    expect(await toldBy(talk, 'fix')).toBe('Mine.')
  })
})
