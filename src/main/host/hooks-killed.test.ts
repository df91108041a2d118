// kill -9 in the middle of a hook: nothing is lost, its processes are ended, and the call it was about is closed.
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { call, reply, scriptByTurn, text } from '../../simulator/script/builders'
import { startSimulator } from '../../simulator/start-simulator'
import { plainFolder } from '../../testing/conversation'
import { callsOf, on, trustProject } from '../../testing/hook-project'
import { buildServe, type ServeBuild, startServe } from '../../testing/serve-process'
import { socketClient } from '../../testing/socket-client'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession } from '../../testing/test-host'

const LINUX = process.platform === 'linux'
let built: ServeBuild
beforeAll(async () => {
  if (LINUX) built = await buildServe()
}, 60_000)
afterAll(() => built?.remove())

const HANGS = '[ -e go ] || { sleep 300 & echo $! > pid; sleep 300; }'

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false // gone, between the question and the look perhaps
  }
}

test.skipIf(!LINUX).for([
  ['UserPromptSubmit', []],
  ['PreToolUse', [['interrupted', expect.stringContaining('had not started')]]],
  ['PostToolUse', [['done', expect.stringContaining('ran')]]],
  ['Stop', [['done', expect.stringContaining('ran')]]],
] as const)('in the middle of a %s hook (looks into /proc)', { timeout: 60_000 }, async ([event, calls]) => {
  const script = scriptByTurn([
    reply(call('bash', { command: 'echo ran' })),
    reply(text('Done.')),
    reply(text('More.')),
  ])
  const simulator = await startSimulator({ script })
  onTestFinished(() => simulator.close())
  const args = ['--data', join(temporaryFolder(), 'data')]
  const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: simulator.url }
  const folder = plainFolder({ '.claude/settings.json': JSON.stringify({ hooks: on(event, HANGS) }) })
  const first = startServe(built, args, env)
  const before = await socketClient(first)
  const { threadId, sessionId } = await openSession(before, folder, { permissionMode: 'bypassPermissions' })
  await trustProject({ client: before })
  await before.call('turn.send', { threadId, text: 'Go' })
  const file = join(folder, 'pid')
  await expect.poll(() => existsSync(file) && Number(readFileSync(file, 'utf8')) > 0, { timeout: 10_000 }).toBe(true)
  const pid = Number(readFileSync(file, 'utf8'))
  first.child.kill('SIGKILL')
  await first.ended

  const second = startServe(built, args, env)
  const client = await socketClient(second)
  expect(alive(pid)).toBe(false)
  await client.call('session.subscribe', { sessionId })
  const { threads } = await client.call('session.read', { sessionId })
  expect(threads[0]).toMatchObject({ state: 'interrupted', resumable: true })
  expect(await callsOf(client, threadId)).toEqual(calls)
  writeFileSync(join(folder, 'go'), '')
  await client.call('thread.resume', { threadId })
  await client.state(threadId, 'idle')
  expect(simulator.requests.at(-1)?.bodyText).toContain('"Go"')
  second.child.kill('SIGTERM')
  await once(second.child, 'exit')
})
