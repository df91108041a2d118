// What the simulator knows about models. Dated 2026-11-30; minimums of the 5.5 family are unconfirmed.

/** Facts that change how a request for the model is judged and metered. */
export type ModelFacts = {
  /** Prefixes shorter than this many tokens are not cached. */
  minimumCacheTokens: number
  contextTokens: number
  maxOutputTokens: number
  /** Which `thinking.type` turns thinking on; `any` accepts both. */
  thinkingStyle: 'adaptive' | 'budget' | 'any'
  /** Whether `output_config.effort` is accepted. */
  effort: boolean
  /** Whether it compacts on demand. */
  compaction: boolean
  /** Whether it takes images and documents. */
  media: boolean
}

const frontier: ModelFacts = {
  minimumCacheTokens: 512,
  contextTokens: 1_000_000,
  maxOutputTokens: 128_000,
  thinkingStyle: 'adaptive',
  effort: true,
  compaction: true,
  media: true,
}

const knownModels: Readonly<Record<string, ModelFacts>> = {
  'claude-opus-5-5': frontier,
  'claude-sonnet-5-5': { ...frontier, minimumCacheTokens: 1024 },
  'claude-fable-5-1': frontier,
  'claude-opus-5': frontier,
  'claude-haiku-5-5': {
    ...frontier,
    minimumCacheTokens: 1024,
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    compaction: false,
  },
  'claude-haiku-4-5': {
    minimumCacheTokens: 4096,
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    thinkingStyle: 'budget',
    effort: false,
    compaction: false,
    media: true,
  },
  'tine-demo': { ...frontier, minimumCacheTokens: 1024, thinkingStyle: 'any' },
}

/** Facts of an extra model that a test declares without saying more. */
export const defaultModelFacts: ModelFacts = { ...frontier, minimumCacheTokens: 1024, thinkingStyle: 'any' }

/** The facts of a known model, or null: the API answers such a request with 404. */
export function modelFacts(id: string, extra: Readonly<Record<string, Partial<ModelFacts>>> = {}): ModelFacts | null {
  const known = Object.hasOwn(knownModels, id) ? knownModels[id] : undefined
  const override = Object.hasOwn(extra, id) ? extra[id] : undefined
  if (known === undefined && override === undefined) return null
  return { ...(known ?? defaultModelFacts), ...override }
}
