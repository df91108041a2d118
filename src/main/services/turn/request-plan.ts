// Planning one request: which blocks, which markers, the exact body, and what it shares with earlier ones.

import { type Markers, planMarkers } from '../../../core/wire/breakpoints'
import { blocksInEpoch } from '../../../core/wire/wire-block'
import type { WireMemory } from '../../../core/wire/wire-memory'
import type { BlockRecord, RequestRecord, ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { BodyMemory } from './body-memory'
import type { ReadyEpoch } from './epochs'
import { prefixDifference } from './prefix-difference'

export interface RequestPlan {
  /** UTF-8. */
  body: Uint8Array
  bodyHash: string
  markers: Markers
  tailJson: string
  endPosition: number
  prefix: RequestRecord['prefix']
  firstDifference: string | null
}

type PlanParts = Pick<HostParts, 'store' | 'hash' | 'log'> & { wire: WireMemory; bodies: BodyMemory }

/**
 * Builds and checks the next request of a thread from what is stored.
 *
 * @param mayEndOnModel the last answer paused its turn, or a summary is asked for: only then may the request end on the
 *   model's message
 * @throws Error (a bug) when the validator refuses: history is repaired where it is stored, never on the way out
 */
export function planRequest(
  parts: PlanParts,
  thread: ThreadRecord,
  ready: ReadyEpoch,
  tailJson: string,
  mayEndOnModel: boolean,
): RequestPlan {
  const { store, hash } = parts
  const { epoch, snapshot } = ready
  const blocks = blocksInEpoch(store.blocks.history(thread.id), epoch)
  const start = parts.wire.levelsOf(snapshot, hash).parameters
  const links = parts.wire.linksOf(`${start} ${epoch.firstPosition} ${epoch.thinkingFrom}`, start, blocks, hash)
  const previous = store.requests.last(thread.id)
  const shared = sharedEnd(thread, blocks)
  const markers = planMarkers(blocks, {
    writtenAt: writtenBefore(parts, thread, epoch.firstPosition),
    sharedEnd: shared,
  })
  const request = { snapshotText: snapshot.text, blocks, markers, ttl: snapshot.ttl, tailJson }
  const violation = parts.wire.validate(request, mayEndOnModel)
  if (violation) throw new Error(`the request of ${thread.id} is not valid at ${violation.path}: ${violation.message}`)
  const sameEpoch = previous?.epochId === epoch.id
  return {
    ...parts.bodies.build(request, links, shared),
    markers,
    tailJson,
    endPosition: (blocks.at(-1)?.position ?? -1) + 1,
    prefix: {
      link: links.at(-1) ?? '',
      blocks: blocks.length,
      sharedWithParent: sharedWithParent(thread, blocks, links),
      sharedWithPrevious: sameEpoch ? countBelow(blocks, previous.endPosition) : 0,
    },
    firstDifference: prefixDifference(parts, { thread, ready, previous, blocks, links }),
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
