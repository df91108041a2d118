// How much of a request was sent before: by the parent, by the thread itself, not at all. Pure.
import type { Request } from '../../../../shared/domain/ledger'
import { sentOf } from '../../../threads/usage-figures'
import { type BodyPart, messageBlocks } from './body-outline'

export type Origin = 'frame' | 'inherited' | 'before' | 'new'

export interface PrefixPart {
  /** `frame` is what stands before the messages: parameters, system, tools. */
  origin: Origin
  blocks: number
  /** In tokens as the ledger has them, or in characters of the body. */
  size: number
}

export interface PrefixPicture {
  parts: readonly PrefixPart[]
  unit: 'tokens' | 'chars' | 'blocks'
  /** Where markers stand, as shares of the whole, 0 to 1; only known of a body. */
  markers: readonly number[]
}

/** The blocks of a request by where they were sent before; they add up to all of them. */
export function blockCounts({ prefix }: Request): { inherited: number; before: number; fresh: number } {
  const inherited = Math.min(prefix.blocks, prefix.sharedWithParent)
  const known = Math.min(prefix.blocks, Math.max(inherited, prefix.sharedWithPrevious))
  return { inherited, before: known - inherited, fresh: prefix.blocks - known }
}

/** Where the block at `index` was sent before. */
export function originOf(request: Request, index: number): Exclude<Origin, 'frame'> {
  const { inherited, before } = blockCounts(request)
  if (index < inherited) return 'inherited'
  return index < inherited + before ? 'before' : 'new'
}

/**
 * The picture by what the provider counted; where a count is missing, by blocks.
 *
 * @param previous the request of the thread before it
 * @param branch the parent's last request before the branch point
 */
export function ledgerPicture(request: Request, previous?: Request, branch?: Request): PrefixPicture {
  const { inherited, before, fresh } = blockCounts(request)
  const total = sentOf(request.usage)
  const endOfInherited = inherited === 0 ? 0 : branch && Math.min(total, sentOf(branch.usage) + branch.usage.output)
  const endOfBefore = before === 0 ? endOfInherited : previous && Math.min(total, sentOf(previous.usage))
  const byTokens =
    total > 0 && endOfInherited !== undefined && endOfBefore !== undefined && endOfBefore >= endOfInherited
  const parts: PrefixPart[] = [
    { origin: 'inherited', blocks: inherited, size: byTokens ? endOfInherited : inherited },
    { origin: 'before', blocks: before, size: byTokens ? endOfBefore - endOfInherited : before },
    { origin: 'new', blocks: fresh, size: byTokens ? total - endOfBefore : fresh },
  ]
  return { parts: parts.filter((part) => part.size > 0), unit: byTokens ? 'tokens' : 'blocks', markers: [] }
}

/** The picture by the characters of the exact body, with its markers. */
export function bodyPicture(request: Request, parts: readonly BodyPart[]): PrefixPicture {
  const blocks = messageBlocks(parts).map(({ block }) => block)
  const start = parts.find((part) => part.kind === 'message')?.start ?? 0
  const end = blocks.at(-1)?.end ?? start
  const { inherited, before, fresh } = blockCounts(request)
  const endAt = (count: number) => (count === 0 ? start : (blocks[count - 1]?.end ?? end))
  const own = endAt(inherited)
  const sent = endAt(inherited + before)
  const all: PrefixPart[] = [
    { origin: 'frame', blocks: 0, size: start },
    { origin: 'inherited', blocks: inherited, size: own - start },
    { origin: 'before', blocks: before, size: sent - own },
    { origin: 'new', blocks: fresh, size: end - sent },
  ]
  const markers = parts.flatMap((part) =>
    part.blocks.flatMap((block) => (block.marker && end > 0 ? [Math.min(1, block.end / end)] : [])),
  )
  return { parts: all.filter((part) => part.size > 0), unit: 'chars', markers }
}
