// What becomes of tool servers when their host ends: closed in order, or killed in the middle of everything.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { reply } from '../../simulator/script/builders'
import { startSimulator } from '../../simulator/start-simulator'
import { buildServe, type ServeBuild, type ServeProcess, startServe } from '../../testing/serve-process'
import { socketClient } from '../../testing/socket-client'
import { temporaryRepository } from '../../testing/temporary-repository'
import { temporaryFolder } from '../../testing/temporary-store'
import { openSession } from '../../testing/test-host'
import { linesOf, sessionWithServers, trust } from '../../testing/tool-server/session-with-servers'
import { stdioEntry } from '../../testing/tool-server/stdio-entry'
import { processTable } from '../adapters/system/process-table'

const LINUX = process.platform === 'linux'

let built: ServeBuild
beforeAll(async () => {
  if (LINUX) built = await buildServe()
}, 60_000)
afterAll(() => built?.remove())

const alive = async (pid: number) => {
  const entry = await processTable().find(pid)
  return entry !== null && !entry.zombie
}

interface Served {
  serve: ServeProcess
  again: () => ServeProcess
  /** Of the server's process. */
  pid: number
}

/** A serving host whose session has a server that does not end when it is asked to. */
async function servedSession(): Promise<Served> {
  const simulator = await startSimulator({ script: () => reply('Hello.') })
  onTestFinished(() => simulator.close())
  const starts = join(temporaryFolder(), 'starts')
  const mcpServers = { one: stdioEntry({ only: ['echo'], stubborn: true, starts }) }
  const { folder } = temporaryRepository({ files: { '.mcp.json': JSON.stringify({ mcpServers }) } })
  const args = ['--data', join(temporaryFolder(), 'data')]
  const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: simulator.url }
  const serve = startServe(built, args, env)
  const client = await socketClient(serve)
  const { projectId } = await client.call('project.open', { path: folder })
  await trust(client, projectId)
  const { threadId } = await openSession(client, folder)
  await client.call('turn.send', { threadId, text: 'Hi' })
  await client.state(threadId, 'idle')
  const pid = Number(linesOf(starts)[0])
  expect(await alive(pid)).toBe(true)
  return { serve, again: () => startServe(built, args, env), pid }
}

test.skipIf(!LINUX)('when the host closes, its servers are gone (looks into /proc)', async () => {
  const starts = join(temporaryFolder(), 'starts')
  const { client, host, simulator, threadId } = await sessionWithServers({
    one: stdioEntry({ only: ['echo'], stubborn: true, starts }),
  })
  simulator.script(() => reply('Hello.'))
  await client.call('turn.send', { threadId, text: 'Hi' })
  await client.state(threadId, 'idle')
  await host.close()
  expect(linesOf(starts)).toHaveLength(1)
  expect(await alive(Number(linesOf(starts)[0]))).toBe(false)
})

test.skipIf(!LINUX)(
  'after kill -9 a server ends by itself, also one that does not want to (looks into /proc)',
  async () => {
    const { serve, pid } = await servedSession()
    serve.child.kill('SIGKILL')
    await serve.ended
    await expect.poll(() => alive(pid), { timeout: 10_000 }).toBe(false)
  },
)

test.skipIf(!LINUX)(
  'after kill -9 the next start ends a server whose group cannot end itself, and no other (looks into /proc)',
  { timeout: 30_000 },
  async () => {
    const { serve, again, pid } = await servedSession()
    const other = await servedSession()
    const group = (await processTable().find(pid))?.group ?? 0
    process.kill(-group, 'SIGSTOP')
    serve.child.kill('SIGKILL')
    await serve.ended
    expect(await alive(pid)).toBe(true)
    const second = again()
    await second.ready
    expect(await alive(pid)).toBe(false)
    expect(await alive(other.pid)).toBe(true)
  },
)
