// What commands leave running: known by name, ended with whoever started it, and after kill -9 exactly those of ours.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ToolItem } from '../../shared/domain/turn'
import { call, firstOf, reply, scriptByDirective, scriptByTurn, text } from '../../simulator/script/builders'
import { startSimulator } from '../../simulator/start-simulator'
import { atRest, converse, forkOff, itemsOf, plainFolder, say } from '../../testing/conversation'
import { buildServe, type ServeBuild, startServe } from '../../testing/serve-process'
import { socketClient } from '../../testing/socket-client'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession, type TestClient } from '../../testing/test-host'

const LINUX = process.platform === 'linux'

let built: ServeBuild
beforeAll(async () => {
  if (LINUX) built = await buildServe()
}, 60_000)
afterAll(() => built?.remove())

const bash = (command: string, more: Record<string, unknown> = {}) => call('bash', { command, ...more })

/** A command that says its process id in a file and stays, with a child in the background. */
const stay = (name: string) => `sleep 300 & echo $! > ${name}.child; echo $$ > ${name}; sleep 300`

const pidIn = (folder: string, name: string) => Number(readFileSync(join(folder, name), 'utf8'))

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false // gone, between the question and the look perhaps
  }
}

async function started(folder: string, ...names: string[]): Promise<number[]> {
  const files = names.flatMap((name) => [name, `${name}.child`])
  await expect.poll(() => files.every((name) => existsSync(join(folder, name)) && pidIn(folder, name) > 0)).toBe(true)
  return files.map((name) => pidIn(folder, name))
}

const toolsOf = async (client: TestClient, id: string) =>
  (await itemsOf(client, id)).filter((item): item is ToolItem => item.kind === 'tool')

test.skipIf(!LINUX)(
  'jobs of a fork are ended with its turn, and its report names them; those of others go on (looks into /proc)',
  async () => {
    const agent = call('Agent', { description: 'Serve', prompt: 'serve', isolation: 'none' })
    const talk = await converse(
      firstOf(
        scriptByDirective([
          {
            match: /serve/,
            script: scriptByTurn([
              reply(bash(stay('fork'), { run_in_background: true })),
              reply(text('Result: it runs.')),
            ]),
          },
        ]),
        scriptByTurn([
          reply(bash(stay('main'), { run_in_background: true })),
          reply(agent),
          reply(text('Off it goes.')),
          reply(text('Noted.')),
        ]),
      ),
    )
    const { client, threadId, folder } = talk
    // The fork's last word waits until its command has begun: one that never ran could not be named.
    const last = talk.simulator.hold((request) => request.bodyText.includes('fork.child'))
    await say(client, threadId, 'Go')
    const own = await started(folder, 'main')
    const ended = await started(folder, 'fork')
    last.release()
    const report = await client.until(
      () =>
        client
          .stored()
          .flatMap((event) =>
            event.type === 'item.added' && event.item.kind === 'notification' ? [event.item.text] : [],
          )[0],
      'the report',
    )
    expect(report).toMatch(/<remark>A background command still ran and was ended: .*sleep 300/)
    for (const pid of ended) expect(alive(pid)).toBe(false)
    for (const pid of own) expect(alive(pid)).toBe(true)
    await atRest(client, threadId)
    await talk.host.close()
    for (const pid of own) expect(alive(pid)).toBe(false)
  },
)

test.skipIf(!LINUX)(
  'a job is stopped by the thread that started it, by its id; by no other one (looks into /proc)',
  async () => {
    const job = { id: '' }
    const stop = () => reply(call('TaskStop', { task_id: job.id }))
    const talk = await converse(
      firstOf(
        scriptByDirective([{ match: /./, script: scriptByTurn([stop, reply(text('Result: not mine.'))]) }]),
        scriptByTurn([
          reply(bash(stay('job'), { run_in_background: true })),
          reply(text('It runs.')),
          stop,
          reply(text('Ended.')),
        ]),
      ),
    )
    const { client, threadId, folder } = talk
    await say(client, threadId, 'Go')
    const pids = await started(folder, 'job')
    job.id = /job_\w+/.exec((await toolsOf(client, threadId))[0]?.output ?? '')?.[0] ?? ''
    const [fork = ''] = await forkOff(client, threadId, ['end the job of my parent'])
    await client.state(fork, 'done')
    expect(await toolsOf(client, fork)).toMatchObject([
      { state: 'failed', output: expect.stringContaining('of yours') },
    ])
    for (const pid of pids) expect(alive(pid)).toBe(true)
    await say(client, threadId, 'End it')
    for (const pid of pids) expect(alive(pid)).toBe(false)
  },
)

test.skipIf(!LINUX)('stopping a thread ends what it runs and what it left running (looks into /proc)', async () => {
  const talk = await converse(
    scriptByTurn([reply(bash(stay('left'), { run_in_background: true }), bash(stay('waited'))), reply(text('Never.'))]),
  )
  const { client, threadId, folder } = talk
  await client.call('turn.send', { threadId, text: 'Go' })
  const pids = await started(folder, 'left', 'waited')
  await client.call('thread.stop', { threadId })
  await expect.poll(() => pids.filter(alive)).toEqual([])
})

test.skipIf(!LINUX)(
  'after kill -9 the next start ends exactly what the last one had started, and tells the model so (looks into /proc)',
  {
    timeout: 60_000,
  },
  async () => {
    const simulator = await startSimulator({
      script: scriptByTurn([
        reply(bash(stay('left'), { run_in_background: true }), bash(stay('waited'), {})),
        reply(text('I see.')),
      ]),
    })
    onTestFinished(() => simulator.close())
    const args = ['--data', join(temporaryFolder(), 'data')]
    const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: simulator.url }
    const folder = plainFolder()
    const stranger = spawn('sleep', ['300'], { detached: true })
    onTestFinished(() => void stranger.kill('SIGKILL'))
    const first = startServe(built, args, env)
    const before = await socketClient(first)
    const { threadId, sessionId } = await openSession(before, folder, { permissionMode: 'bypassPermissions' })
    await before.call('turn.send', { threadId, text: 'Go' })
    const pids = await started(folder, 'left', 'waited')
    // The first call has been answered: what it left running is all that is left of it.
    await expect
      .poll(async () => (await toolsOf(before, threadId)).map((tool) => tool.state))
      .toEqual(['done', 'running'])
    first.child.kill('SIGKILL')
    await first.ended
    expect(pids.filter(alive)).toEqual(pids)

    const second = startServe(built, args, env)
    const client = await socketClient(second)
    expect(pids.filter(alive)).toEqual([])
    expect(alive(stranger.pid ?? 0)).toBe(true)
    await client.call('session.subscribe', { sessionId })
    const { threads } = await client.call('session.read', { sessionId })
    expect(threads[0]).toMatchObject({ state: 'interrupted', resumable: true })
    expect((await toolsOf(client, threadId)).map((tool) => tool.state)).toEqual(['done', 'interrupted'])
    await client.call('thread.resume', { threadId })
    await client.state(threadId, 'idle')
    expect(simulator.requests.at(-1)?.bodyText).toContain('the app ended unexpectedly. It had started')
    second.child.kill('SIGTERM')
    await once(second.child, 'exit')
  },
)
