// Remembers what was found out about blocks and snapshots. Both never change, so a long history that many forks share is
// parsed and hashed once; a request is still judged and its chain still followed whole, by what is remembered.
import { messagesOf, type RequestParts } from './build-request'
import { type ChainLevels, chainLevels, nextLink } from './hash-chain'
import { type BlockFacts, factsOfBlock, factsOfHead, type RequestFacts } from './request-facts'
import { checkFacts, hasLoneSurrogate, type Violation } from './validate'
import type { WireBlock } from './wire-block'
import { type Hash, parseSnapshot } from './wire-snapshot'

interface KnownBlock extends BlockFacts {
  role: WireBlock['role']
  lone: boolean
}

interface KnownSnapshot extends Omit<RequestFacts, 'messages'> {
  lone: boolean
}

/** A person's models, efforts and tools make few of them. */
const MOST_SNAPSHOTS = 32

export class WireMemory {
  private readonly facts = new WeakMap<WireBlock, KnownBlock>()
  /** By the chain a block stands in: what it starts from and which blocks of the history are left out. */
  private readonly links = new Map<string, WeakMap<WireBlock, string>>()
  private readonly snapshots = new Map<string, KnownSnapshot>()
  private readonly levels = new Map<string, ChainLevels>()

  /** The chain's levels before the first message. */
  levelsOf(snapshot: { id: string; text: string; betas: readonly string[] }, hash: Hash): ChainLevels {
    return remembered(this.levels, snapshot.id, () => chainLevels(snapshot.text, snapshot.betas, hash))
  }

  /**
   * The links after each block.
   *
   * @param blocks what an epoch sends of one thread's history. The same block has always the same ones before it, so that
   *   its link depends on the chain alone.
   * @param chain names the start and what is left out
   */
  linksOf(chain: string, start: string, blocks: readonly WireBlock[], hash: Hash): string[] {
    const known = remembered(this.links, chain, () => new WeakMap())
    let link = start
    return blocks.map((block) => {
      const before = known.get(block)
      link = before ?? nextLink(link, block.role, block.json, hash)
      if (before === undefined) known.set(block, link)
      return link
    })
  }

  /** Checks a request from its parts: what the whole text would be checked for. */
  validate(parts: RequestParts, mayEndOnModel: boolean): Violation | null {
    const head = remembered(this.snapshots, parts.snapshotText, () => ({
      ...factsOfHead(parseSnapshot(parts.snapshotText)),
      lone: hasLoneSurrogate(parts.snapshotText),
    }))
    const marked = new Set(parts.markers.positions)
    const blocks = parts.blocks.map((block) => {
      const facts = this.factsOf(block)
      return marked.has(block.position) ? { ...facts, marker: parts.ttl } : facts
    })
    const messages = messagesOf(blocks).map((message) => ({ role: message.role, content: message.blocks }))
    const system = parts.markers.system ? withMarker(head.system, parts.ttl) : head.system
    const lone = head.lone || hasLoneSurrogate(parts.tailJson) || blocks.some((block) => block.lone)
    return (
      checkFacts({ tools: head.tools, system, messages }, mayEndOnModel) ??
      (lone ? { path: 'body', message: 'holds a lone surrogate' } : null)
    )
  }

  private factsOf(block: WireBlock): KnownBlock {
    const known = this.facts.get(block)
    if (known) return known
    const { role, json } = block
    const facts = { ...factsOfBlock(JSON.parse(json)), role, lone: hasLoneSurrogate(json) }
    this.facts.set(block, facts)
    return facts
  }
}

function withMarker(system: readonly BlockFacts[], marker: '5m' | '1h'): BlockFacts[] {
  return system.map((block, n) => (n === system.length - 1 ? { ...block, marker } : block))
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make()
  known.delete(key)
  known.set(key, found)
  for (const oldest of known.keys()) {
    if (known.size <= MOST_SNAPSHOTS) break
    known.delete(oldest)
  }
  return found
}
