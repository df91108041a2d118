import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { buildRequest, type RequestParts } from '../../../core/wire/build-request'
import { chainOf } from '../../../core/wire/hash-chain'
import type { WireBlock } from '../../../core/wire/wire-block'
import { renderSnapshot } from '../../../core/wire/wire-snapshot'
import { BodyMemory } from './body-memory'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const system = [{ type: 'text' as const, text: 'Grüße' }]
const snapshotText = renderSnapshot({ model: 'a-model', max_tokens: 10, system, tools: [] })

/** Numbers below 2³², the same for the same seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

function blocksOf(random: () => number, count: number): WireBlock[] {
  let role: WireBlock['role'] = 'user'
  return Array.from({ length: count }, (_, position) => {
    if (random() % 3 > 0) role = role === 'user' ? 'assistant' : 'user'
    const text = `${'é😀x'.repeat(random() % 4)}${random()}`
    return { position, role, type: 'text', json: JSON.stringify({ type: 'text', text }) }
  })
}

function requestOf(random: () => number, history: readonly WireBlock[]): RequestParts {
  const end = history.length - (random() % 4)
  const blocks = history.slice(random() % 5 === 0 ? 1 : 0, end)
  const positions = [...new Set([random(), random(), random()].map((n) => Math.max(1, end - 1 - (n % 6))))]
  return {
    snapshotText: random() % 6 === 0 ? snapshotText.replace(':10', ':11') : snapshotText,
    blocks,
    markers: { system: random() % 4 > 0, positions: positions.sort((a, b) => a - b) },
    ttl: random() % 5 === 0 ? '1h' : '5m',
    tailJson: random() % 3 === 0 ? '{"diagnostics":{}}' : '{}',
    ...(random() % 7 === 0 ? { answer: 'none' as const } : {}),
  }
}

test('whatever was built before, a body is what the one builder answers, and its hash is that of its bytes', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = numbers(seed)
    const memory = new BodyMemory(random() % 2 === 0 ? 4_000 : undefined)
    const histories = [blocksOf(random, 24), blocksOf(random, 24)]
    for (let n = 0; n < 24; n++) {
      const own = histories[n % 2] ?? []
      // Some go on with other blocks of their own behind what they share.
      const history = random() % 2 === 0 ? own : [...own.slice(0, 20), ...blocksOf(random, 24).slice(20)]
      const request = requestOf(random, history)
      const links = chainOf('start', request.blocks, sha256)
      const shared = random() % 2 === 0 ? null : (request.markers.positions.at(-2) ?? null)
      const { body, bodyHash } = memory.build(request, links, shared)
      const text = buildRequest(request)
      expect(Buffer.from(body).toString()).toBe(text)
      expect(bodyHash).toBe(sha256(text))
    }
  }
})

test('a request without a message is built too', () => {
  const request: RequestParts = {
    snapshotText,
    blocks: [],
    markers: { system: true, positions: [] },
    ttl: '5m',
    tailJson: '{}',
  }
  expect(Buffer.from(new BodyMemory().build(request, [], null).body).toString()).toBe(buildRequest(request))
})
