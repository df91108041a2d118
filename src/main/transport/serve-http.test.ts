import { symlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, EchoHost, openDoor } from '../../testing/loopback-door'
import { serveOnLoopback } from './serve-http'

const BARE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'content-length': '0',
}

test('the page is served under its policy, and is never cached', async () => {
  const { port } = await openDoor()
  const page = await ask(port, { path: '/' })
  expect(page).toMatchObject({ status: 200, body: '<!doctype html>' })
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  expect(page.headers['access-control-allow-origin']).toBeUndefined()
})

test('HEAD answers as GET does, without a body', async () => {
  const { port } = await openDoor()
  const answer = await ask(port, { path: '/assets/main-1a2b.js', method: 'HEAD' })
  expect(answer).toMatchObject({ status: 200, body: '' })
  expect(answer.headers).toMatchObject({ 'content-length': '5', 'content-type': 'text/javascript; charset=utf-8' })
})

test.each([
  '/../secret.json',
  '/..%2fsecret.json',
  '/%2e%2e/secret.json',
  '/%2e%2e%2fsecret.json',
  '/assets/..%5c..%5csecret.json',
  '//secret.json',
  '/index.html%00.js',
  '/%',
  '/missing.js',
  '/favicon.ico',
  '/open',
  '/open?code=',
  '/host',
])('%s is not found, and the answer tells nothing', async (path) => {
  const { port, incidents } = await openDoor()
  const answer = await ask(port, { path })
  expect(answer).toMatchObject({ status: 404, body: '' })
  expect(answer.headers).toMatchObject(BARE_HEADERS)
  expect(incidents).toEqual([])
})

test.each(['http://evil.example/', '*'])('the target %s is no path and is refused', async (path) => {
  const { port } = await openDoor()
  expect(await ask(port, { path })).toMatchObject({ status: 400, body: '' })
})

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('%s is not allowed', async (method) => {
  const { port } = await openDoor()
  const answer = await ask(port, { path: '/', method })
  expect(answer).toMatchObject({ status: 405, body: '' })
  expect(answer.headers.allow).toBe('GET, HEAD')
})

test('only names of loopback with our port are ours', async () => {
  const { port } = await openDoor()
  const statusFor = async (host: string) => (await ask(port, { path: '/', headers: { host } })).status
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`])
    expect(await statusFor(host)).toBe(200)
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    `localhost.evil.example:${port}`,
    'localhost',
    '127.0.0.1',
    `127.0.0.1:${port + 1}`,
    `[::1]:${port}`,
    `0.0.0.0:${port}`,
    `user@localhost:${port}`,
  ]) {
    expect(await statusFor(host), host).toBe(421)
  }
})

test('only our own page may ask', async () => {
  const { port } = await openDoor()
  const statusFor = async (origin: string) => (await ask(port, { path: '/', headers: { origin } })).status
  for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`])
    expect(await statusFor(origin)).toBe(200)
  for (const origin of [
    'null',
    '',
    'http://localhost',
    `https://localhost:${port}`,
    `http://localhost:${port + 1}`,
    `http://localhost:${port}.evil.example`,
    `http://evil.example:${port}`,
    'app://tine',
  ]) {
    expect(await statusFor(origin), origin).toBe(403)
  }
})

test.each([
  ['a second Host', (port: number) => `Host: localhost:${port}\r\nHost: evil.example\r\n`],
  ['an empty Host', () => 'Host:\r\n'],
  ['no Host', () => ''],
])('%s is refused', async (_name, header) => {
  const { port } = await openDoor()
  for (const version of ['1.0', '1.1']) {
    const socket = connect(port, '127.0.0.1')
    socket.end(`GET / HTTP/${version}\r\n${header(port)}Connection: close\r\n\r\n`)
    let answer = ''
    for await (const part of socket.setEncoding('utf8')) answer += part
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  }
})

test('a one-use code leads to the page with the token, once, and not by looking at it', async () => {
  const { door, port } = await openDoor()
  const address = door.oneUseAddress()
  expect(address).not.toContain(door.token)
  const path = address.slice(door.address.length)
  expect((await ask(port, { path, method: 'HEAD' })).status).toBe(405)
  expect((await ask(port, { path, headers: { host: 'evil.example' } })).status).toBe(421)
  const answer = await ask(port, { path })
  expect(answer).toMatchObject({ status: 302, body: '' })
  expect(answer.headers).toMatchObject({ ...BARE_HEADERS, location: `/#token=${door.token}` })
  const again = await ask(port, { path })
  expect(again.status).toBe(404)
  expect(again.headers.location).toBeUndefined()
})

test('a file that cannot be read is an incident, and the answer tells nothing', async () => {
  const { port, incidents, pageFolder } = await openDoor()
  symlinkSync('loop.js', join(pageFolder, 'loop.js'))
  const answer = await ask(port, { path: '/loop.js' })
  expect(answer).toMatchObject({ status: 500, body: '' })
  expect(answer.headers).toMatchObject(BARE_HEADERS)
  expect(incidents).toEqual(['serve.request-failed'])
})

test('a port that is taken fails by its code, and a closed door frees its own', async () => {
  const first = await openDoor()
  const options = { host: new EchoHost(), pageFolder: '/none', port: first.port, onIncident: () => {} }
  await expect(serveOnLoopback(options)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.door.close()
  const second = await serveOnLoopback(options)
  expect(second.address).toBe(first.door.address)
  expect(second.token).not.toBe(first.door.token)
  await second.close()
})
