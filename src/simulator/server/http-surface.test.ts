import { afterEach, expect, test } from 'vitest'
import { type Simulator, startSimulator } from '../start-simulator'
import { bodyWith, postMessage } from '../testing/post-message'
import type { SimulatorOptions } from './simulator-options'

let simulator: Simulator
afterEach(() => simulator.close())

async function start(options: SimulatorOptions = {}): Promise<void> {
  simulator = await startSimulator(options)
}

function errorOf(text: string): { type: string; message: string } {
  return JSON.parse(text).error
}

test('other paths and methods get a 404 in the shape of the API', async () => {
  await start()
  for (const [method, path] of [
    ['GET', '/'],
    ['HEAD', '/'],
    ['GET', '/v1/messages'],
    ['POST', '/v1/complete'],
  ]) {
    const response = await fetch(`${simulator.url}${path}`, { method })
    expect(response.status).toBe(404)
    const id = response.headers.get('request-id')
    expect(id).toMatch(/^req_/)
    if (method !== 'HEAD') {
      expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'not_found_error' }, request_id: id })
    }
  }
  expect(simulator.requests).toHaveLength(0)
})

test('a key is needed, in either header; which ones are accepted can be set', async () => {
  await start({ keys: ['sk-good'] })
  const withKey = (headers: Record<string, string>) => postMessage(simulator.url, bodyWith(), { headers })
  const none = await withKey({ 'x-api-key': '' })
  expect([none.status, errorOf(none.text).type]).toEqual([401, 'authentication_error'])
  expect((await withKey({ 'x-api-key': 'sk-bad' })).status).toBe(401)
  expect((await withKey({ 'x-api-key': 'sk-good' })).status).toBe(200)
  expect((await withKey({ 'x-api-key': '', authorization: 'Bearer sk-good' })).status).toBe(200)
})

test('a request without version or of another content type is refused', async () => {
  await start()
  const noVersion = await fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'content-type': 'application/json' },
    body: JSON.stringify(bodyWith()),
  })
  expect([noVersion.status, errorOf(await noVersion.text()).message]).toEqual([
    400,
    'anthropic-version: header is required',
  ])
  const text = await postMessage(simulator.url, bodyWith(), { headers: { 'content-type': 'text/plain' } })
  expect(text.status).toBe(400)
})

test('what is no JSON, or no UTF-8, is refused', async () => {
  await start()
  const broken = await postMessage(simulator.url, '{"model":')
  expect([broken.status, errorOf(broken.text).message]).toEqual([400, expect.stringContaining('not valid JSON')])
  const latin1 = await fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
    body: Buffer.from('{"model":"caf\xe9"}', 'latin1'),
  })
  expect(errorOf(await latin1.text()).message).toContain('invalid UTF-8')
})

test('an unknown model is not found; extra models can be declared', async () => {
  await start({ models: { 'qwen-test': { minimumCacheTokens: 2 } } })
  const unknown = await postMessage(simulator.url, bodyWith({ model: 'toString' }))
  expect([unknown.status, errorOf(unknown.text)]).toEqual([
    404,
    { type: 'not_found_error', message: 'model: toString' },
  ])
  expect((await postMessage(simulator.url, bodyWith({ model: 'qwen-test' }))).status).toBe(200)
})

test('a prompt longer than the context of the model is refused', async () => {
  await start({ models: { small: { contextTokens: 100 } } })
  const messages = [{ role: 'user' as const, content: 'x'.repeat(1000) }]
  const answer = await postMessage(simulator.url, bodyWith({ model: 'small', messages }))
  expect(errorOf(answer.text).message).toMatch(/^prompt is too long: \d+ tokens > 100 maximum$/)
})

test('a request is recorded with its exact text, whether it is accepted or not', async () => {
  await start()
  const odd = '{ "max_tokens":10,\n "messages":[{"content":"h\\u0069","role":"user"}], "model":"tine-demo" }'
  await postMessage(simulator.url, odd)
  await postMessage(simulator.url, 'nonsense')
  const [first, second] = simulator.requests
  expect(first).toMatchObject({
    n: 1,
    bodyText: odd,
    outcome: 'ok',
    status: 200,
    messageId: expect.stringMatching(/^msg_/),
  })
  expect(first?.headers['anthropic-version']).toBe('2023-06-01')
  expect(second).toMatchObject({ n: 2, bodyText: 'nonsense', body: null, outcome: 'refused', status: 400, usage: null })
  expect(second?.receivedAt).toBeGreaterThanOrEqual(first?.receivedAt ?? Number.POSITIVE_INFINITY)
})

test('only the newest requests are kept when asked for', async () => {
  await start({ keepRequests: 2 })
  for (let n = 0; n < 4; n += 1) await postMessage(simulator.url, bodyWith())
  expect(simulator.requests.map((request) => request.n)).toEqual([3, 4])
})

test('an arrival is told once the request is there, also when it was there before', async () => {
  await start()
  const coming = simulator.arrival((request) => request.n === 2)
  await postMessage(simulator.url, bodyWith())
  await postMessage(simulator.url, bodyWith())
  expect((await coming).n).toBe(2)
  expect((await simulator.arrival((request) => request.n === 1)).n).toBe(1)
})

test('a script that fails is an API error that says so', async () => {
  await start({
    script: () => {
      throw new Error('no idea')
    },
  })
  const failed = await postMessage(simulator.url, bodyWith())
  expect([failed.status, errorOf(failed.text)]).toEqual([500, { type: 'api_error', message: 'simulator: no idea' }])
  simulator.script(() => null)
  expect(errorOf((await postMessage(simulator.url, bodyWith())).text).message).toContain('no answer')
  expect(simulator.requests.map((request) => request.outcome)).toEqual(['failed', 'failed'])
})

test('only loopback is listened on, and a taken port is an error', async () => {
  await start()
  expect(simulator.url).toBe(`http://127.0.0.1:${simulator.port}`)
  await expect(startSimulator({ port: simulator.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
