// The prompt cache and its bill, as documented: entries are written at markers only, found by looking back.
import type { Ttl } from '../validation/list-markers'
import type { Prompt } from './divide-prompt'

/** Disjoint counts of the prompt's tokens. */
export type InputUsage = { input: number; cacheRead: number; cacheWrite5m: number; cacheWrite1h: number }

export type CacheMeterOptions = {
  /** Positions checked per marker, the marked block itself being the first. */
  lookback: number
  /** Whether a run of neighbouring calls (or of neighbouring results) is one position, as on Anthropic's own API. */
  runsCountOnce: boolean
}

export type Metered = {
  usage: InputUsage
  /** Makes the entries of this request readable. Call it when its response begins (or ends). */
  commit: () => void
}

type Entry = { ttl: Ttl; expiresAt: number }

const lifetimeMs: Record<Ttl, number> = { '5m': 300_000, '1h': 3_600_000 }

/** One provider-side cache. Time is given by the caller, so that lifetimes can be tested without waiting. */
export class CacheMeter {
  readonly #entries = new Map<string, Entry>()
  constructor(private readonly options: CacheMeterOptions) {}

  /**
   * Meters a request that starts at `startedAt` (milliseconds of the simulator's clock): reads and refreshes what is
   * there, and says what it will write. Lifetimes count from the start of the request.
   */
  meter(prompt: Prompt, minimumTokens: number, startedAt: number): Metered {
    const marked = prompt.blocks.flatMap((block, index) =>
      block.marker === null ? [] : [{ index, ttl: block.marker }],
    )
    const hit = Math.max(-1, ...marked.map(({ index }) => this.#lookBack(prompt, index, startedAt)))
    const writable = marked.filter(({ index }) => tokensUpTo(prompt, index) >= minimumTokens)
    const lastWrite = Math.max(hit, ...writable.map(({ index }) => index))
    const lastLong = Math.max(hit, ...writable.flatMap(({ index, ttl }) => (ttl === '1h' ? [index] : [])))
    const read = tokensUpTo(prompt, hit)
    const long = tokensUpTo(prompt, lastLong) - read
    const short = tokensUpTo(prompt, lastWrite) - tokensUpTo(prompt, lastLong)
    const hitTtl = this.#refresh(prompt, hit, startedAt)
    return {
      usage: { input: prompt.tokens - read - long - short, cacheRead: read, cacheWrite5m: short, cacheWrite1h: long },
      commit: () => {
        for (const { index, ttl } of writable) {
          // A marker inside what was read costs nothing, so it cannot buy a longer life than the entry that was read.
          this.#write(prompt, index, index <= hit && hitTtl === '5m' ? '5m' : ttl, startedAt)
        }
      },
    }
  }

  #lookBack(prompt: Prompt, from: number, at: number): number {
    let positions = 0
    for (let index = from; index >= 0; index -= 1) {
      if (index === from || !this.#sameRun(prompt, index)) positions += 1
      if (positions > this.options.lookback) return -1
      const entry = this.#entries.get(prompt.blocks[index]?.link ?? '')
      if (entry !== undefined && entry.expiresAt > at) return index
    }
    return -1
  }

  #sameRun(prompt: Prompt, index: number): boolean {
    if (!this.options.runsCountOnce) return false
    const kind = runKind(prompt, index)
    return kind !== null && kind === runKind(prompt, index + 1)
  }

  #refresh(prompt: Prompt, hit: number, at: number): Ttl | null {
    for (const block of prompt.blocks.slice(0, hit + 1)) {
      const entry = this.#entries.get(block.link)
      if (entry === undefined || entry.expiresAt <= at) continue
      entry.expiresAt = Math.max(entry.expiresAt, at + lifetimeMs[entry.ttl])
    }
    return this.#entries.get(prompt.blocks[hit]?.link ?? '')?.ttl ?? null
  }

  #write(prompt: Prompt, index: number, ttl: Ttl, at: number): void {
    const link = prompt.blocks[index]?.link
    if (link === undefined) return
    const entry = this.#entries.get(link)
    if (entry !== undefined && entry.expiresAt > at) {
      entry.expiresAt = Math.max(entry.expiresAt, at + lifetimeMs[entry.ttl])
      return
    }
    this.#entries.set(link, { ttl, expiresAt: at + lifetimeMs[ttl] })
  }
}

function tokensUpTo(prompt: Prompt, index: number): number {
  return index < 0 ? 0 : (prompt.blocks[index]?.tokensUpTo ?? prompt.tokens)
}

function runKind(prompt: Prompt, index: number): string | null {
  const kind = prompt.blocks[index]?.kind
  return kind === 'tool_use' || kind === 'tool_result' ? kind : null
}
