// The tree of a transcript: its lines put together to messages, and who follows whom.
import type { MessageEntry, TranscriptEntry } from './transcript-entry'

/** A message: the lines of one answer, all results of one answer, or one text of the user's side. */
export interface MessageNode {
  kind: MessageEntry['kind']
  /** The lane it is spoken in; null: the main conversation. */
  lane: string | null
  /** The lines it was put together from, in their order. */
  entries: MessageEntry[]
  parent: MessageNode | null
  children: MessageNode[]
  /** Of an answer: the results of its calls. */
  results: MessageNode | null
  /** Where in the file its last line stands; and its first. */
  last: number
  first: number
}

export interface TranscriptTree {
  /** Every message, in the order of its first line. */
  nodes: MessageNode[]
  title: string | null
}

/**
 * Puts the entries of one file together. A parent is only ever looked for among what stands before, so that no order of lines
 * and no loop of parents makes a cycle; where it is not there, an entry follows what was written before it in its lane.
 */
export function buildTree(entries: Iterable<TranscriptEntry>): TranscriptTree {
  const builder = new TreeBuilder()
  for (const entry of entries) builder.add(entry)
  return { nodes: builder.nodes, title: builder.title }
}

/** The lane of what stands in a side conversation without a name. */
const UNNAMED = ''

class TreeBuilder {
  readonly nodes: MessageNode[] = []
  title: string | null = null
  private rank = 0
  private count = 0
  /** The message each line belongs to, or behind which it stands. */
  private readonly byUuid = new Map<string, MessageNode | null>()
  private readonly byMessage = new Map<string, MessageNode>()
  private readonly callOwner = new Map<string, MessageNode>()
  private readonly lastOfLane = new Map<string | null, MessageNode>()

  add(entry: TranscriptEntry): void {
    if (entry.kind === 'title') {
      if (entry.rank >= this.rank) [this.title, this.rank] = [entry.title, entry.rank]
      return
    }
    // A line that was written twice says nothing new.
    if (this.byUuid.has(entry.uuid)) return
    this.count++
    const parent = this.parentOf(entry)
    if (entry.kind === 'passing') {
      this.byUuid.set(entry.uuid, parent)
      return
    }
    const node = this.place(entry, parent)
    node.entries.push(entry)
    node.last = this.count
    this.byUuid.set(entry.uuid, node)
    this.lastOfLane.set(laneOf(entry), node)
    if (entry.kind === 'assistant') this.noteCalls(entry, node)
  }

  private parentOf(entry: Exclude<TranscriptEntry, { kind: 'title' }>): MessageNode | null {
    const lane = laneOf(entry)
    const before = this.lastOfLane.get(lane) ?? null
    // Where a conversation goes on from a summary it has no parent, though it is the same one.
    if (entry.parentUuid === null) return entry.kind === 'passing' || entry.summary ? before : null
    const known = this.byUuid.get(entry.parentUuid)
    const parent = known === undefined ? before : known
    if (parent === null || parent.lane === lane) return parent
    // A side conversation that names a line of the main one as its parent begins there, and shares nothing with it.
    return lane === null ? before : null
  }

  private place(entry: MessageEntry, parent: MessageNode | null): MessageNode {
    const lane = laneOf(entry)
    if (entry.kind === 'assistant' && entry.messageId !== null) {
      const key = `${lane ?? ' '} ${entry.messageId}`
      const node = this.byMessage.get(key) ?? this.create('assistant', lane, parent)
      this.byMessage.set(key, node)
      return node
    }
    const owner = entry.kind === 'results' ? this.ownerOf(entry, lane) : undefined
    if (!owner) return this.create(entry.kind, lane, parent)
    owner.results ??= this.create('results', lane, owner)
    return owner.results
  }

  /** The answer whose calls a line of results answers: each line names its own part of that answer as its parent. */
  private ownerOf(entry: MessageEntry, lane: string | null): MessageNode | undefined {
    for (const { type, tool_use_id: id } of entry.content) {
      const owner = type === 'tool_result' && typeof id === 'string' ? this.callOwner.get(id) : undefined
      if (owner?.lane === lane) return owner
    }
    return undefined
  }

  private create(kind: MessageNode['kind'], lane: string | null, parent: MessageNode | null): MessageNode {
    const at = this.count
    const node: MessageNode = { kind, lane, entries: [], parent, children: [], results: null, first: at, last: at }
    parent?.children.push(node)
    this.nodes.push(node)
    return node
  }

  private noteCalls({ content }: MessageEntry, node: MessageNode): void {
    for (const { type, id } of content) if (type === 'tool_use' && typeof id === 'string') this.callOwner.set(id, node)
  }
}

function laneOf({ sidechain, agentId }: { sidechain: boolean; agentId: string | null }): string | null {
  return sidechain ? (agentId ?? UNNAMED) : null
}

/** A line of messages from the first to the last one, and what leaves it on the way. */
export interface Strand {
  nodes: MessageNode[]
  /** What was said instead of going on: each follows `after`, a message of this strand or of one above; null: the beginning. */
  offshoots: { after: MessageNode | null; root: MessageNode }[]
}

/** The strand that ends with what was written last below these roots. */
export function strandOf(roots: readonly MessageNode[], after: MessageNode | null): Strand {
  const leaf = lastBelow(roots)
  const nodes: MessageNode[] = []
  for (let node: MessageNode | null = leaf; node !== null && node !== after; node = node.parent) nodes.push(node)
  nodes.reverse()
  const onStrand = new Set(nodes)
  const offshoots: Strand['offshoots'] = []
  const leave = (from: MessageNode | null, children: readonly MessageNode[]) => {
    for (const child of children)
      if (!onStrand.has(child) && saysSomething(child)) offshoots.push({ after: from, root: child })
  }
  leave(after, roots)
  for (const node of nodes) leave(node, node.children)
  return { nodes, offshoots }
}

/** The message below these roots that was written last. */
function lastBelow(roots: readonly MessageNode[]): MessageNode | null {
  let leaf: MessageNode | null = null
  for (const waiting = [...roots]; waiting.length > 0; ) {
    const node = waiting.pop()
    if (!node) break
    if (leaf === null || node.last > leaf.last) leaf = node
    waiting.push(...node.children)
  }
  return leaf
}

/** Results nobody went on from belong to their answer, and words of the program alone are no branch. */
function saysSomething(root: MessageNode): boolean {
  for (const waiting = [root]; waiting.length > 0; ) {
    const node = waiting.pop()
    if (node?.kind === 'assistant') return true
    if (node?.kind === 'prompt' && node.entries.some(({ meta }) => !meta)) return true
    if (node) waiting.push(...node.children)
  }
  return false
}
