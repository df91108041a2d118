// A disk that is full while the app writes: it says so, loses nothing it acknowledged, and goes on when there is space again.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { call, reply, text } from '../../simulator/script/builders'
import { startSimulator } from '../../simulator/start-simulator'
import { plainFolder } from '../../testing/conversation'
import { buildServe, type ServeBuild, startServe } from '../../testing/serve-process'
import { socketClient } from '../../testing/socket-client'
import { temporaryFolder } from '../../testing/temporary-store'
import { CallFailed, openSession, type TestClient } from '../../testing/test-host'

const LINUX = process.platform === 'linux'
const BLOCKS = 3_000

let built: ServeBuild
beforeAll(async () => {
  if (LINUX) built = await buildServe()
}, 60_000)
afterAll(() => built?.remove())

/** Sends messages until one is refused; answers those that were taken, and the code of the refusal. */
async function fill(client: TestClient, threadId: string): Promise<{ taken: string[]; code: string }> {
  const taken: string[] = []
  for (;;) {
    const words = `Message ${taken.length} ${'x'.repeat(20_000)}`
    try {
      await client.call('turn.send', { threadId, text: words })
      taken.push(words)
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      return { taken, code: error.failure.code }
    }
  }
}

/** Writes what is small until not even that finds space; answers the code of the refusal. */
async function fillToTheBrim(client: TestClient): Promise<string> {
  for (;;) {
    try {
      await client.call('settings.write', { patch: { theme: 'system' } })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      return error.failure.code
    }
  }
}

async function userTexts(client: TestClient, threadId: string): Promise<string[]> {
  const texts: string[][] = []
  for (let before: number | undefined; ; ) {
    const { turns, more } = await client.call('thread.read', { threadId, limit: 20, ...(before ? { before } : {}) })
    texts.unshift(turns.flatMap((turn) => turn.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []))))
    before = turns[0]?.n
    if (!more) return texts.flat()
  }
}

test.skipIf(!LINUX)(
  'a full disk refuses what comes and keeps what was taken; with space again all of it goes on (limits of files are lifted on Linux only)',
  {
    timeout: 60_000,
  },
  async () => {
    const simulator = await startSimulator({
      script: ({ lastUser }) =>
        lastUser.said.startsWith('Run') ? reply(call('glob', { pattern: '*' })) : reply(text('Yes.')),
    })
    onTestFinished(() => simulator.close())
    const args = ['--data', join(temporaryFolder(), 'data')]
    const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: simulator.url }
    const serve = startServe(built, args, env, BLOCKS)
    const client = await socketClient(serve)
    const { sessionId, threadId } = await openSession(client, plainFolder())
    // A turn runs while the disk fills up; its end cannot be stored.
    const hold = simulator.hold()
    await client.call('turn.send', { threadId, text: 'Running' })
    await hold.arrived
    const { taken, code } = await fill(client, threadId)
    expect(code).toBe('store.full')
    expect(taken.length).toBeGreaterThan(3)
    expect(await fillToTheBrim(client)).toBe('store.full')
    hold.release()
    await simulator.requests[0]?.settled
    expect(await userTexts(client, threadId)).toEqual(['Running', ...taken])
    expect(await client.fails('settings.write', { patch: { theme: 'dark' } })).toMatchObject({ code: 'store.full' })
    expect(await client.call('settings.read', {})).toMatchObject({ theme: 'system' })

    execFileSync('prlimit', ['--pid', String(serve.child.pid), '--fsize=unlimited:unlimited'])
    await client.until(
      () =>
        client
          .stored()
          .some((event) => event.type === 'turn.changed' && event.turn.n === 1 && event.turn.state !== 'running'),
      'the end of the running turn',
    )
    expect(await client.call('settings.write', { patch: { theme: 'dark' } })).toMatchObject({ theme: 'dark' })
    if (client.thread(threadId)?.state !== 'streaming') await client.call('thread.resume', { threadId })
    await client.until(
      () => simulator.requests.at(-1)?.bodyText.includes(`Message ${taken.length - 1} `),
      'the last message',
    )
    await client.state(threadId, 'idle')
    expect(simulator.requests.map((request) => request.status)).not.toContain(400)

    serve.child.kill('SIGKILL')
    await serve.ended
    const database = new Database(join(args[1] ?? '', 'tine.db'), { readonly: true })
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
    const again = await socketClient(startServe(built, args, env))
    expect(await userTexts(again, threadId)).toEqual(['Running', ...taken])
    const { turns } = await again.call('session.read', { sessionId })
    expect(new Set(turns.map((turn) => turn.state))).toEqual(new Set(['done']))
  },
)
