// Planning one request: which blocks, which markers, the exact body, and what it shares with earlier ones.

import { type Markers, planMarkers } from '../../../core/wire/breakpoints'
import { buildRequest } from '../../../core/wire/build-request'
import { chainLevels, firstDifference } from '../../../core/wire/hash-chain'
import { blocksInEpoch } from '../../../core/wire/wire-block'
import type { WireMemory } from '../../../core/wire/wire-memory'
import type { BlockRecord, RequestRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import { logIncident } from '../incident'
import type { ReadyEpoch } from './epochs'

export interface RequestPlan {
  body: string
  bodyHash: string
  markers: Markers
  tailJson: string
  endPosition: number
  prefix: RequestRecord['prefix']
  firstDifference: string | null
}

type PlanParts = Pick<HostParts, 'store' | 'hash' | 'log'> & { wire: WireMemory }

/**
 * Builds and checks the next request of a thread from what is stored.
 *
 * @param afterPause the last answer paused its turn: only then may the request end on the model's message
 * @throws Error (a bug) when the validator refuses: history is repaired where it is stored, never on the way out
 */
export function planRequest(
  parts: PlanParts,
  thread: ThreadRecord,
  ready: ReadyEpoch,
  tailJson: string,
  afterPause: boolean,
): RequestPlan {
  const { store, hash } = parts
  const { epoch, snapshot } = ready
  const blocks = blocksInEpoch(store.blocks.history(thread.id), epoch)
  const start = parts.wire.levelsOf(snapshot, hash).parameters
  const links = parts.wire.linksOf(`${start} ${epoch.firstPosition} ${epoch.thinkingFrom}`, start, blocks, hash)
  const previous = store.requests.last(thread.id)
  const markers = planMarkers(blocks, {
    writtenAt: writtenBefore(parts, thread, epoch.firstPosition),
    sharedEnd: sharedEnd(thread, blocks),
  })
  const request = { snapshotText: snapshot.text, blocks, markers, ttl: snapshot.ttl, tailJson }
  const violation = parts.wire.validate(request, afterPause)
  if (violation) throw new Error(`the request of ${thread.id} is not valid at ${violation.path}: ${violation.message}`)
  const difference = firstUnlikeLink(blocks, links, epoch.startPosition)
  if (difference) logIncident(parts.log, 'wire.prefix-changed', new Error(difference), { threadId: thread.id })
  const sameEpoch = previous?.epochId === epoch.id
  const body = buildRequest(request)
  return {
    body,
    bodyHash: hash(body),
    markers,
    tailJson,
    endPosition: (blocks.at(-1)?.position ?? -1) + 1,
    prefix: {
      link: links.at(-1) ?? '',
      blocks: blocks.length,
      sharedWithParent: sharedWithParent(thread, blocks, links),
      sharedWithPrevious: sameEpoch ? countBelow(blocks, previous.endPosition) : 0,
    },
    firstDifference: difference ?? levelOfChange(parts, thread, ready, previous),
  }
}

function countBelow(blocks: readonly BlockRecord[], position: number): number {
  return blocks.filter((block) => block.position < position).length
}

/** How many inherited blocks are sent behind the same prefix as the parent sent them: all, or none under another snapshot. */
function sharedWithParent(thread: ThreadRecord, blocks: readonly BlockRecord[], links: readonly string[]): number {
  const inherited = countBelow(blocks, thread.branchPosition)
  return inherited > 0 && links[inherited - 1] === thread.branchLink ? inherited : 0
}

/**
 * Names the level at which the first request of an epoch leaves the prefix of the request before it (of the parent's, in a
 * fork): a person changed it, and sees what that costs.
 */
function levelOfChange(
  { store, hash }: PlanParts,
  thread: ThreadRecord,
  { epoch, snapshot }: ReadyEpoch,
  previous: RequestRecord | undefined,
): string | null {
  const { parentId, branchPosition } = thread
  const inherited = parentId && branchPosition > 0 ? store.epochs.covering(parentId, branchPosition - 1) : undefined
  const before = previous ? store.epochs.get(previous.epochId) : inherited
  const old = before && before.id !== epoch.id ? store.snapshots.get(before.snapshotId) : undefined
  if (!old || old.id === snapshot.id) return null
  const levels = ({ text, betas }: ReadyEpoch['snapshot']) => ({ levels: chainLevels(text, betas, hash), links: [] })
  return firstDifference(levels(old), levels(snapshot))
}

/**
 * Rule 5: the recomputed chain must repeat the links that were stored when the blocks were sealed in this epoch. Names
 * the first block that does not.
 */
function firstUnlikeLink(
  blocks: readonly BlockRecord[],
  links: readonly string[],
  startPosition: number,
): string | null {
  for (const [n, block] of blocks.entries())
    if (block.position >= startPosition && block.link !== links[n]) return `blocks[${n}]`
  return null
}

/** The tail of the last request that got an answer: of this thread, or of an ancestor before the branch point. */
function writtenBefore(parts: PlanParts, thread: ThreadRecord, firstPosition: number): number | null {
  const { store } = parts
  for (const { threadId, below } of store.threads.ancestors(thread.id).toReversed()) {
    const tail = store.requests.lastAnswered(threadId, below)?.markers.positions.at(-1)
    if (tail !== undefined) return tail >= firstPosition ? tail : null
  }
  return null
}

/** The instruction block of a fork is the last one its siblings share. */
function sharedEnd(thread: ThreadRecord, blocks: readonly BlockRecord[]): number | null {
  if (thread.kind !== 'fork' || thread.groupSize < 2) return null
  const own = blocks.filter((block) => block.position >= thread.branchPosition && block.threadId === thread.id)
  return own.findLast((block) => block.origin === 'app' && block.json.includes('<fork-boilerplate>'))?.position ?? null
}
