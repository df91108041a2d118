// Owns the least that requests can cost, from what they were: no client that sends them can be billed less.

import { addUsage, NO_USAGE, type Usage } from '../../src/shared/domain/units'
import { modelFacts as meterFacts } from '../../src/simulator/models'
import type { PromptBlock } from '../../src/simulator/prompt/divide-prompt'
import type { RecordedRequest } from '../../src/simulator/server/recorded-request'

/**
 * The limit, as a usage that can be priced.
 *
 * A cache entry ends where a block ends, and holds everything before it. So a request can at best read the longest beginning, in whole
 * blocks, that it has in common with a request before it: with the last of its parent's (`before`), with an earlier one of a sibling (what
 * siblings share, up to the boilerplate block: the one that goes first has nobody to read it from), or with an earlier one of its own.
 * All the rest of it is new to the cache, and is billed at the price of a write, since a client that means to be able to go on writes its
 * own tail, and does not know which request will be its last.
 *
 * Which sibling goes first does not matter: each block, known by all that stands before it, is written by whoever has it first and read by
 * everybody else, so the sum is the same for every order. The limit knows nothing of markers, of their number, of how far back the
 * cache looks, or of when an entry can be read: whatever a client loses there, it loses against the limit. Beginnings shorter than the
 * model's minimum are not cached, and cost what fresh input does.
 *
 * @param before requests whose entries are in the cache when these begin: none, when it is cold
 * @param requests in the order of their arrival
 */
export function leastUsage(before: readonly RecordedRequest[], requests: readonly RecordedRequest[]): Usage {
  const known = new Set(before.flatMap((request) => blocksOf(request).map(({ link }) => link)))
  let sum = NO_USAGE
  for (const request of requests) {
    const blocks = blocksOf(request)
    const minimum = meterFacts(request.body?.model ?? '')?.minimumCacheTokens ?? 0
    const total = blocks.at(-1)?.tokensUpTo ?? 0
    const last = blocks.findLast(({ link }) => known.has(link))
    const shared = last && last.tokensUpTo >= minimum ? last.tokensUpTo : 0
    sum = addUsage(
      sum,
      total < minimum
        ? { ...NO_USAGE, input: total }
        : { ...NO_USAGE, cacheRead: shared, cacheWrite5m: total - shared },
    )
    for (const { link } of blocks) known.add(link)
  }
  return sum
}

function blocksOf({ n, prompt }: RecordedRequest): PromptBlock[] {
  if (!prompt) throw new Error(`request ${n} was not admitted`)
  return prompt.blocks
}
