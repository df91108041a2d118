// A repository as people have them, with memory, agents, commands, skills, settings, hooks and a tool server, works unchanged.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import type { Script } from '../../simulator/script/script'
import type { RecordedRequest } from '../../simulator/server/recorded-request'
import { atRest, forkOff, itemsOf, say } from '../../testing/conversation'
import { temporaryRepository } from '../../testing/temporary-repository'
import { openSession, startTestHost } from '../../testing/test-host'
import { trust } from '../../testing/tool-server/session-with-servers'
import { expectWireHolds, messagesOf } from '../../testing/wire-checks'

const FIXTURE = join(import.meta.dirname, '..', '..', 'testing', 'fixture-project')

/** A session in the fixture, in which everything may be asked. */
async function inFixture(script: Script, { trusted = true } = {}) {
  const repository = temporaryRepository()
  onTestFinished(() => repository.remove())
  cpSync(FIXTURE, repository.folder, { recursive: true })
  repository.commit('Begin the almanac')
  const host = await startTestHost({ simulator: { script } })
  const { projectId } = await host.client.call('project.open', { path: repository.folder })
  if (trusted) await trust(host.client, projectId)
  const session = await openSession(host.client, repository.folder, { permissionMode: 'default' })
  return { ...host, ...session, repository }
}

const toolOf = (request: RecordedRequest | undefined, name: string) =>
  (request?.body?.tools ?? []).find((tool) => tool.name === name) as { description: string } | undefined
const systemOf = (request: RecordedRequest | undefined) => JSON.stringify(request?.body?.system)
const firstWords = (request: RecordedRequest) =>
  messagesOf(request.bodyText)[0]
    ?.content.map((each) => each.text)
    .join('\n')
const ofMain = (request: RecordedRequest) => firstWords(request)?.includes('Begin.') === true

/** The main thread makes one call after the other and is done; children answer with one sentence. */
const calling = (...calls: ReturnType<typeof call>[]): Script =>
  firstOf(
    ({ request }) => (ofMain(request) ? null : reply(text('Nothing reads the clock.'))),
    scriptByTurn([...calls.map((each) => reply(each)), reply(text('Done.'))]),
  )

type Fixture = Awaited<ReturnType<typeof inFixture>>

const results = async ({ client, threadId }: Pick<Fixture, 'client' | 'threadId'>) =>
  (await itemsOf(client, threadId)).flatMap((item) =>
    item.kind === 'tool' ? [[item.name, item.state, item.output]] : [],
  )

describe('before the project is trusted', () => {
  test('its memory is read, and nothing of it runs, allows or is offered', async () => {
    const at = await inFixture(calling(), { trusted: false })
    await say(at.client, at.threadId, 'Begin.')
    const [first] = at.simulator.requests
    expect(toolOf(first, 'mcp__tides__height')).toBeUndefined()
    expect(toolOf(first, 'Skill')?.description ?? '').not.toContain('changelog')
    expect(toolOf(first, 'Agent')?.description).not.toContain('reviewer')
    expect(first?.bodyText).not.toContain('frozen until Friday')
    const { entries, broken } = await at.client.call('library.list', { projectId: at.projectId })
    expect(entries.find(({ name }) => name === 'reviewer')).toMatchObject({ active: false })
    expect(broken.map(({ source }) => source)).toEqual([expect.stringContaining('broken.md')])
  })
})

describe('once it is trusted', () => {
  test('memory with its imports, agents, skills and the tools of its server stand in the first request', async () => {
    const at = await inFixture(calling())
    await say(at.client, at.threadId, 'Begin.')
    const [first] = at.simulator.requests
    expect(systemOf(first)).toContain('A calendar in a few files.')
    expect(systemOf(first)).toContain('Months are numbered from 1.')
    expect(systemOf(first)).not.toContain('read the clock')
    expect(toolOf(first, 'Agent')?.description).toContain('reviewer')
    expect(toolOf(first, 'Skill')?.description).toContain('changelog')
    expect(toolOf(first, 'mcp__tides__height')?.description).toBe('The height of the tide at a port, in metres.')
    expect(firstWords(first as RecordedRequest)).toContain('The almanac is frozen until Friday.')
  })

  test('the model uses them all, and rules and hooks decide', async () => {
    const at = await inFixture(
      calling(
        call('read', { file_path: 'src/leap.mjs' }),
        call('mcp__tides__height', { port: 'Brest' }),
        call('Skill', { skill: 'changelog', args: 'leap years' }),
        call('read', { file_path: 'secrets/key.txt' }),
        call('bash', { command: 'git push origin main' }),
      ),
    )
    await say(at.client, at.threadId, 'Begin.')
    const done = await results(at)
    expect(done.map(([name, state]) => [name, state])).toEqual([
      ['read', 'done'],
      ['mcp__tides__height', 'done'],
      ['Skill', 'done'],
      ['read', 'denied'],
      ['bash', 'denied'],
    ])
    expect(done[1]?.[2]).toContain('2.4 m at Brest')
    expect(done[2]?.[2]).toContain('About: leap years')
    expect(done[4]?.[2]).toContain('Pushing is done by a person.')
    // The notes of a folder come with the first file that is read there.
    expect(at.simulator.requests[1]?.bodyText).toContain('the date is always a parameter')
    await expectWireHolds(at.client, at.simulator, at.sessionId)
  })

  test('its agent, its command and its island run, and a fork shares the prefix and the server', async () => {
    const at = await inFixture(
      firstOf(
        scriptByDirective([
          {
            match: 'Ask the tide',
            script: scriptByTurn([reply(call('mcp__tides__height', { port: 'Fundy' })), reply(text('High.'))]),
          },
        ]),
        calling(call('Agent', { description: 'Review', prompt: 'Review the change.', subagent_type: 'reviewer' })),
      ),
    )
    const { client, threadId, sessionId, simulator } = at
    await say(client, threadId, 'Begin.')
    await client.until(() => client.stored().some((event) => event.type === 'notification.delivered'), 'the review')
    await atRest(client, threadId)
    const review = simulator.requests.find((request) => firstWords(request)?.includes('Review the change.'))
    expect(systemOf(review)).toContain('You review the almanac.')
    expect(review?.body?.tools?.map(({ name }) => name)).toEqual(['read', 'glob', 'grep'])

    await client.call('command.run', { threadId, name: 'publish:notes', arguments: '1.2.0' })
    await atRest(client, threadId)
    const asked = messagesOf(simulator.requests.at(-1)?.bodyText ?? '')
      .at(-1)
      ?.content.map((each) => each.text)
      .join('\n')
    expect(asked).toContain('Write the notes of version 1.2.0')
    expect(asked).toContain('Begin the almanac')

    const island = await client.call('command.run', { threadId, name: 'audit', arguments: 'src' })
    expect(island.island).toBe(true)
    await client.until(
      () => client.stored().filter((event) => event.type === 'notification.delivered').length === 2,
      'the audit',
    )
    await atRest(client, threadId)

    const [fork = ''] = await forkOff(client, threadId, ['Ask the tide of Fundy'])
    await client.state(fork, 'done')
    expect(await results({ client, threadId: fork })).toEqual([
      ['mcp__tides__height', 'done', expect.stringContaining('2.4 m at Fundy')],
    ])
    const { threads } = await client.call('session.read', { sessionId })
    expect(threads.map(({ kind }) => kind).sort()).toEqual(['agent', 'fork', 'island', 'main'])
    await expectWireHolds(client, simulator, sessionId)
    expect(at.repository.git('status', '--porcelain')).toBe('')
  })
})
