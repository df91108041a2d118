// Facts about models and providers, dated 2026-11-30; sources disagree on some, so all of them stand in this one file.
import type { NanoUsd } from '../../shared/domain/units'
import { COMPACTION_BETA } from '../wire/compaction-block'
import type { CacheTtl } from '../wire/wire-snapshot'

export interface ModelFacts {
  /** Matched as the start of the model's id; the longest match wins. */
  family: string
  name: string
  /** Smallest prefix that is cached, in tokens. */
  minCacheTokens: number
  /** NanoUsd per token; null for models without a price. */
  price: { input: NanoUsd; write5m: NanoUsd; write1h: NanoUsd; read: NanoUsd; output: NanoUsd } | null
  contextWindow: number
  maxOutputTokens: number
  thinking: 'adaptive' | 'none'
  /** Whether the provider refuses thinking whose prefix changed. */
  thinkingBoundToPrefix: boolean
  /** Whether a provider that compacts on demand does so for it. */
  compaction: boolean
}

/** From dollars per million tokens to NanoUsd per token. */
const usd = (perMillion: number): NanoUsd => Math.round(perMillion * 1000)
const price = (input: number, write5m: number, write1h: number, read: number, output: number) => ({
  input: usd(input),
  write5m: usd(write5m),
  write1h: usd(write1h),
  read: usd(read),
  output: usd(output),
})

const common = {
  contextWindow: 200_000,
  maxOutputTokens: 32_000,
  thinking: 'adaptive',
  thinkingBoundToPrefix: true,
  compaction: true,
} as const

const MODELS: readonly ModelFacts[] = [
  { ...common, family: 'claude-opus-5-5', name: 'Opus 5.5', minCacheTokens: 512, price: price(4, 5, 8, 0.2, 20) },
  { ...common, family: 'claude-sonnet-5-5', name: 'Sonnet 5.5', minCacheTokens: 512, price: price(2, 2.5, 4, 0.1, 10) },
  {
    ...common,
    family: 'claude-fable-5-1',
    name: 'Fable 5.1',
    minCacheTokens: 512,
    price: price(10, 12.5, 20, 0.25, 50),
  },
  { ...common, family: 'claude-opus-5', name: 'Opus 5', minCacheTokens: 512, price: price(5, 6.25, 10, 0.5, 25) },
  {
    ...common,
    family: 'claude-haiku-5-5',
    name: 'Haiku 5.5',
    minCacheTokens: 512,
    price: price(0.1, 0.125, 0.2, 0.01, 0.5),
    contextWindow: 100_000,
    compaction: false,
  },
  {
    ...common,
    family: 'claude-haiku-4-5',
    name: 'Haiku 4.5',
    minCacheTokens: 4096,
    price: price(1, 1.25, 2, 0.1, 5),
    thinking: 'none',
    compaction: false,
  },
  // The demo's scripted model has no price of its own; it is shown at that of Opus 5.5 so that the meter says something.
  {
    ...common,
    family: 'tine-demo',
    name: 'Demo script (priced as Opus 5.5)',
    minCacheTokens: 512,
    price: price(4, 5, 8, 0.2, 20),
  },
]

const UNKNOWN: ModelFacts = {
  family: '',
  name: '',
  minCacheTokens: 1024,
  price: null,
  contextWindow: 128_000,
  maxOutputTokens: 8_192,
  thinking: 'none',
  thinkingBoundToPrefix: false,
  compaction: false,
}

/** What is known of a model; for an unknown one careful defaults and no price. */
export function modelFacts(model: string): ModelFacts {
  let best = UNKNOWN
  for (const facts of MODELS)
    if (model.startsWith(facts.family) && facts.family.length > best.family.length) best = facts
  return best === UNKNOWN ? { ...UNKNOWN, name: model } : best
}

/** The models a person is offered by name. */
export function offeredModels(): { id: string; name: string }[] {
  return MODELS.filter((facts) => facts.family !== 'tine-demo').map((facts) => ({ id: facts.family, name: facts.name }))
}

export interface ProviderFacts {
  /** Whether anything is known of it; what is said of another one is only how it is dealt with. */
  known: boolean
  /** When an entry can be read: once the response that wrote it has begun, or ended. */
  entryReadable: 'begin' | 'end'
  /** Whether the `diagnostics` field is sent. */
  diagnostics: boolean
  /** Whether it has entries that live for an hour. */
  hourTtl: boolean
  /** Whether it summarises a conversation on demand (`compact-2026-09-04`). */
  compaction: boolean
  /** Whether it searches and fetches pages itself, where its tools for that are offered. */
  webTools: boolean
}

/** Anthropic's own endpoint: where requests go when no other address is set. */
export const ANTHROPIC_URL = 'https://api.anthropic.com'

const ANTHROPIC: ProviderFacts = {
  known: true,
  entryReadable: 'begin',
  diagnostics: true,
  hourTtl: true,
  compaction: true,
  webTools: true,
}

/** DashScope's explicit caching behind its Anthropic-compatible endpoint: entries of five minutes only. */
const DASHSCOPE: ProviderFacts = {
  known: true,
  entryReadable: 'end',
  diagnostics: false,
  hourTtl: false,
  compaction: false,
  webTools: false,
}

/** Nothing is promised and nothing extra is sent; the class of entries is the person's own choice. */
const OTHER: ProviderFacts = {
  known: false,
  entryReadable: 'begin',
  diagnostics: false,
  hourTtl: true,
  compaction: false,
  webTools: false,
}

/**
 * What is known of a provider by the host of its base URL; nothing is assumed of an unknown one.
 *
 * @param baseUrl null: Anthropic's own endpoint
 */
export function providerFacts(baseUrl: string | null): ProviderFacts {
  const host = hostOf(baseUrl ?? ANTHROPIC_URL)
  if (host === 'api.anthropic.com') return ANTHROPIC
  return host.endsWith('.aliyuncs.com') ? DASHSCOPE : OTHER
}

/** How long entries live at a provider: as chosen, where it has entries of that kind. */
export function ttlAt(baseUrl: string | null, chosen: CacheTtl): CacheTtl {
  return providerFacts(baseUrl).hourTtl ? chosen : '5m'
}

function hostOf(baseUrl: string): string {
  const match = /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(baseUrl)
  return (match?.[1] ?? '').toLowerCase()
}

/** The betas a new snapshot is sent with: what the provider offers for the model, and nothing else. */
export function betasFor(provider: ProviderFacts, model: string): string[] {
  return provider.compaction && modelFacts(model).compaction ? [COMPACTION_BETA] : []
}
