import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, Client, UPGRADE_HEADERS } from '../testing/loopback-door'
import { buildServe, type ServeBuild, type ServeProcess, startServe } from '../testing/serve-process'
import { temporaryFolder } from '../testing/temporary-store'

const READY = /^READY (http:\/\/127\.0\.0\.1:(\d+)\/)#token=([\w-]{43})$/

let built: ServeBuild

beforeAll(async () => {
  built = await buildServe()
}, 60_000)

afterAll(() => built.remove())

interface Address {
  port: number
  token: string
}

async function addressOf(serve: ServeProcess): Promise<Address> {
  const line = (await serve.ready) ?? ''
  const match = READY.exec(line)
  if (!match) throw new Error(`not ready: ${line}\n${serve.stderr.join('\n')}`)
  return { port: Number(match[2]), token: match[3] ?? '' }
}

async function askInfo({ port, token }: Address): Promise<unknown> {
  const client = await new Client(`ws://127.0.0.1:${port}/host?token=${token}`).opened()
  client.send({ id: 1, command: 'app.info' })
  return client.next()
}

test('serves page and host, says so in one line, and ends with 0 when asked to', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const serve = startServe(built, ['--data', dataDir])
  const address = await addressOf(serve)
  expect(await (await fetch(`http://127.0.0.1:${address.port}/`)).text()).toBe('<!doctype html>')
  expect(await askInfo(address)).toMatchObject({ ok: true, result: { door: 'serve', dataDir, demo: false } })
  serve.child.kill('SIGTERM')
  expect(await serve.ended).toBe(0)
  expect(serve.stdout).toHaveLength(1)
  expect(serve.stderr.join('\n')).not.toContain(address.token)
  expect(existsSync(join(dataDir, 'owner.json'))).toBe(false)
})

test('the data folder of the environment is used unless a flag names another', async () => {
  const folder = temporaryFolder()
  const env = { TINE_DATA: join(folder, 'environment') }
  const byEnvironment = await askInfo(await addressOf(startServe(built, [], env)))
  expect(byEnvironment).toMatchObject({ result: { dataDir: env.TINE_DATA } })
  const byFlag = await askInfo(await addressOf(startServe(built, [`--data=${join(folder, 'flag')}`], env)))
  expect(byFlag).toMatchObject({ result: { dataDir: join(folder, 'flag') } })
})

test('a second instance names the first without its token and ends with 3, also while the first only starts', async () => {
  const args = ['--data', join(temporaryFolder(), 'data')]
  const pair = [startServe(built, args), startServe(built, args)]
  const [owner, second] = await Promise.race(
    pair.map(async (serve, index) => {
      await serve.ended
      return [pair[1 - index], serve] as const
    }),
  )
  if (!owner) throw new Error('no owner')
  const { port, token } = await addressOf(owner)
  expect(await second.ended).toBe(3)
  expect(second.stdout).toEqual([])
  expect(second.stderr).toEqual([expect.stringContaining(`http://127.0.0.1:${port} `)])
  expect(second.stderr.join()).not.toContain(token)
})

test('after kill -9 the next start has the data folder at once, with a new token', async () => {
  const args = ['--data', join(temporaryFolder(), 'data')]
  const first = startServe(built, args)
  const { token } = await addressOf(first)
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')
  expect((await addressOf(startServe(built, args))).token).not.toBe(token)
})

test('a port that is taken is named, and the data folder is free again', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const bound = taken.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const args = ['--data', join(temporaryFolder(), 'data')]
  const serve = startServe(built, [...args, '--port', String(port)])
  expect(await serve.ended).toBe(4)
  expect(serve.stdout).toEqual([])
  expect(serve.stderr).toEqual([expect.stringContaining(`port ${port} `)])
  taken.close()
  await once(taken, 'close')
  expect((await addressOf(startServe(built, [...args, '--port', String(port)]))).port).toBe(port)
})

test.each([
  [2, 'an unknown flag', (_: string) => ['--nope'], '--nope'],
  [2, 'a project that is not there', (folder: string) => [`--project=${join(folder, 'missing')}`], 'missing'],
  [1, 'a data folder that is a file', (folder: string) => [`--data=${join(folder, 'file')}`], 'file'],
  [1, 'a damaged store', (folder: string) => [`--data=${join(folder, 'damaged')}`], 'damaged'],
])('ends with %i for %s, which one line names', async (code, _name, args, named) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'damaged'))
  writeFileSync(join(folder, 'damaged', 'tine.db'), 'no database '.repeat(1000))
  const serve = startServe(built, [`--data=${join(folder, 'data')}`, ...args(folder)])
  expect(await serve.ended).toBe(code)
  expect(serve.stdout).toEqual([])
  expect(serve.stderr).toEqual([expect.stringContaining(named)])
})

test.each(['nonsense', 'ftp://example.org', 'https://user:secret@example.org'])(
  'ends with 2 for the address %s in the environment, which it names and does not quote',
  async (ANTHROPIC_BASE_URL) => {
    const serve = startServe(built, ['--data', join(temporaryFolder(), 'data')], { ANTHROPIC_BASE_URL })
    expect(await serve.ended).toBe(2)
    expect(serve.stderr).toEqual([expect.stringMatching(/^tine: ANTHROPIC_BASE_URL is wrong/)])
    expect(serve.stderr.join()).not.toContain('secret')
  },
)

test('clients are told when it ends', async () => {
  const serve = startServe(built, ['--data', join(temporaryFolder(), 'data')])
  const { port, token } = await addressOf(serve)
  const client = await new Client(`ws://127.0.0.1:${port}/host?token=${token}`).opened()
  serve.child.kill('SIGINT')
  expect(await client.closed).toBe(1001)
  expect(await serve.ended).toBe(0)
})

test('who goes on asking it to end does not wait for a client that does not leave', async () => {
  const serve = startServe(built, ['--data', join(temporaryFolder(), 'data')])
  const { port, token } = await addressOf(serve)
  const { upgraded } = await ask(port, { path: `/host?token=${token}`, headers: UPGRADE_HEADERS })
  expect(upgraded).not.toBeNull()
  const asking = setInterval(() => serve.child.kill('SIGTERM'), 50)
  expect(await serve.ended).toBe(128 + 15)
  clearInterval(asking)
})

test('goes on when nobody reads what it writes any more', async () => {
  const serve = startServe(built, ['--data', join(temporaryFolder(), 'data')])
  const address = await addressOf(serve)
  serve.child.stdout.destroy()
  serve.child.stderr.destroy()
  expect(await askInfo(address)).toMatchObject({ ok: true })
  serve.child.kill('SIGTERM')
  expect(await serve.ended).toBe(0)
})

test.skipIf(process.platform !== 'linux')(
  '--open hands a one-use address to the browser (a script stands in, found as on Linux)',
  async () => {
    const folder = temporaryFolder()
    const seen = join(folder, 'seen')
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\nprintf '%s' "$*" > ${seen}.new; env >> ${seen}.env; mv ${seen}.new ${seen}\n`,
    )
    chmodSync(join(folder, 'xdg-open'), 0o755)
    const env = { PATH: `${folder}:${process.env.PATH}`, ANTHROPIC_API_KEY: 'sk-ant-test' }
    const serve = startServe(built, ['--open', '--data', join(folder, 'data')], env)
    const { port, token } = await addressOf(serve)
    await expect.poll(() => existsSync(seen)).toBe(true)
    const address = readFileSync(seen, 'utf8')
    expect(address).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/open\\?code=[\\w-]{43}$`))
    expect(address).not.toContain(token)
    expect(readFileSync(`${seen}.env`, 'utf8')).not.toContain('sk-ant-test')
    const answer = await fetch(address, { redirect: 'manual' })
    expect(answer.headers.get('location')).toBe(`/#token=${token}`)
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(404)
  },
)

test('that no browser opened is one line, and no more than that', async () => {
  const serve = startServe(built, ['--open', '--data', join(temporaryFolder(), 'data')], { PATH: '/nowhere' })
  const address = await addressOf(serve)
  // There is no git either: that is told in the log, whose lines are JSON.
  const told = () => serve.stderr.filter((line) => !line.startsWith('{'))
  await expect.poll(told).toEqual([expect.stringMatching(/no browser opened/)])
  expect(await askInfo(address)).toMatchObject({ ok: true })
})
