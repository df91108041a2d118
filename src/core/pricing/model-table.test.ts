// The figures of the provider's price list, dated 2026-11-30, in dollars per million tokens.
import { describe, expect, test } from 'vitest'
import { betasFor, modelFacts, offeredModels, providerFacts } from './model-table'

const PRICES: [id: string, input: number, write5m: number, write1h: number, read: number, output: number][] = [
  ['claude-opus-5-5', 4, 5, 8, 0.2, 20],
  ['claude-sonnet-5-5', 2, 2.5, 4, 0.1, 10],
  ['claude-fable-5-1', 10, 12.5, 20, 0.25, 50],
  ['claude-opus-5', 5, 6.25, 10, 0.5, 25],
  ['claude-haiku-5-5', 0.1, 0.125, 0.2, 0.01, 0.5],
  ['claude-haiku-4-5', 1, 1.25, 2, 0.1, 5],
]

describe('the model table', () => {
  test.each(PRICES)(
    'has the price of %s in whole billionths of a dollar per token',
    (id, input, write5m, write1h, read, output) => {
      const nano = { input, write5m, write1h, read, output }
      const expected = Object.fromEntries(Object.entries(nano).map(([name, usd]) => [name, usd * 1000]))
      expect(modelFacts(id).price).toEqual(expected)
      for (const value of Object.values(modelFacts(id).price ?? {})) expect(Number.isInteger(value)).toBe(true)
    },
  )

  test('knows a dated name by its family, and the longest family first', () => {
    expect(modelFacts('claude-opus-5-5-20261101').name).toBe('Opus 5.5')
    expect(modelFacts('claude-opus-5-20260101').name).toBe('Opus 5')
  })

  test('invents no money for a model it does not know, and assumes little', () => {
    expect(modelFacts('qwen3-max')).toMatchObject({ price: null, name: 'qwen3-max', thinking: 'none' })
  })

  test('has the smallest cached prefix of each family', () => {
    expect(modelFacts('claude-opus-5').minCacheTokens).toBe(512)
    expect(modelFacts('claude-fable-5-1').minCacheTokens).toBe(512)
    expect(modelFacts('claude-haiku-4-5').minCacheTokens).toBe(4096)
  })

  test('offers real models by name, not the demo’s script', () => {
    expect(offeredModels().map((model) => model.id)).toEqual(PRICES.map(([id]) => id))
  })
})

test('a snapshot opens compaction only where the provider offers it for the model', () => {
  expect(betasFor(providerFacts(null), 'claude-opus-5-5')).toEqual(['compact-2026-09-04'])
  expect(betasFor(providerFacts(null), 'claude-haiku-5-5')).toEqual([])
  expect(betasFor(providerFacts(null), 'a-model-nobody-knows')).toEqual([])
  expect(betasFor(providerFacts('http://127.0.0.1:11434'), 'claude-opus-5-5')).toEqual([])
})

describe('a provider', () => {
  test.each([
    [null, { known: true, entryReadable: 'begin', diagnostics: true, hourTtl: true, compaction: true }],
    ['https://api.anthropic.com', { entryReadable: 'begin', diagnostics: true, hourTtl: true }],
    [
      'https://dashscope-intl.aliyuncs.com/apps/anthropic',
      { entryReadable: 'end', diagnostics: false, hourTtl: false },
    ],
    ['http://127.0.0.1:11434', { entryReadable: 'begin', diagnostics: false, hourTtl: true }],
    ['https://api.anthropic.com.evil.example/', { diagnostics: false }],
    ['https://evil.example/?api.anthropic.com', { diagnostics: false }],
    ['https://api.anthropic.com@evil.example/', { diagnostics: false }],
    ['HTTPS://API.ANTHROPIC.COM/v1', { diagnostics: true }],
    ['nonsense', { diagnostics: false, entryReadable: 'begin' }],
  ])('is known by its host: %s', (url, facts) => {
    expect(providerFacts(url)).toMatchObject(facts)
  })
})
