// A transcript as a session: the main conversation, what was said instead of parts of it, and the agents it started.
import { titleFrom } from '../fork/child-instruction'
import { reportLine } from '../turn/report-line'
import { chainLevels } from '../wire/hash-chain'
import { IMPORT_SNAPSHOT } from '../wire/import-snapshot'
import type { Hash } from '../wire/wire-snapshot'
import type { DraftRow, DraftThread } from './draft-rows'
import { type AgentFacts, type StartedAgent, spawnedAgents } from './spawned-agents'
import { type MessageNode, type Strand, strandOf, type TranscriptTree } from './transcript-tree'
import { HistoryWriter, type Mark, type WriteContext } from './write-history'

export interface SessionContext {
  mint: WriteContext['mint']
  hash: Hash
  /** EpochMs: stands for the time of what bears none. */
  fileAt: number
  /** What is known of an agent beside its transcript, by its id. */
  agents: ReadonlyMap<string, AgentFacts>
  emit(row: DraftRow): void
}

export interface SessionCounts {
  threads: number
  turns: number
}

interface Job {
  kind: DraftThread['kind']
  parentId: string | null
  strand: Strand
  from: Mark | null
  /** Of an agent: what started it. */
  agent: StartedAgent | null
  id: string
}

/** The most threads a transcript is taken apart into. */
const MOST_THREADS = 5_000

/**
 * Writes the rows of a session, parents before their children.
 *
 * @returns null where nobody says anything in the main conversation
 */
export function writeSession(tree: TranscriptTree, context: SessionContext): SessionCounts | null {
  const main = strandOf(
    tree.nodes.filter(({ parent, lane }) => parent === null && lane === null),
    null,
  )
  if (main.nodes.length === 0) return null
  return new SessionWriter(tree, context).write(main)
}

class SessionWriter {
  private threads = 0
  private turns = 0
  private readonly shared: WriteContext
  private readonly agents: StartedAgent[]
  /** Where each call stands, by its id in the transcript. */
  private readonly calls = new Map<string, { threadId: string; turnId: string; toolUseId: string; mark: Mark | null }>()

  private readonly tree: TranscriptTree
  private readonly context: SessionContext

  constructor(tree: TranscriptTree, context: SessionContext) {
    this.tree = tree
    this.context = context
    this.agents = spawnedAgents(tree, context.agents, () => context.mint('thread'))
    const threadsOfCall = new Map<string, string[]>()
    for (const { callId, threadId } of this.agents)
      if (callId !== null) threadsOfCall.set(callId, [...(threadsOfCall.get(callId) ?? []), threadId])
    this.shared = {
      mint: context.mint,
      hash: context.hash,
      chainStart: chainLevels(IMPORT_SNAPSHOT, [], context.hash).parameters,
      snapshotId: context.hash(`5m\n${IMPORT_SNAPSHOT}`),
      callIds: new Set(),
      threadsOfCall,
      emit: (row) => {
        if (row.row === 'turn') this.turns++
        context.emit(row)
      },
    }
  }

  write(main: Strand): SessionCounts {
    const at = timeOf(main.nodes) ?? this.context.fileAt
    const { emit } = this.context
    const updatedAt = Math.max(at, timeOf(this.tree.nodes.slice(-1)) ?? at)
    emit({ row: 'session', value: { title: this.title(main), cacheTtl: null, createdAt: at, updatedAt } })
    const { snapshotId: id } = this.shared
    emit({ row: 'snapshot', value: { id, text: IMPORT_SNAPSHOT, betas: [], ttl: '5m', createdAt: at } })
    const mainId = this.context.mint('thread')
    const turns = this.branches({ kind: 'main', parentId: null, strand: main, from: null, agent: null, id: mainId })
    this.writeAgents(mainId, turns)
    return { threads: this.threads, turns: this.turns }
  }

  private title({ nodes }: Strand): string {
    const first = nodes.find(({ kind, entries }) => kind === 'prompt' && entries.some(({ meta }) => !meta))
    return (
      [...(this.tree.title ?? titleFrom(first ? textOf(first) : '') ?? '')].slice(0, 300).join('') || 'Imported session'
    )
  }

  /** Agents whose call is written already come first, since a call of an agent is known only when that one is. */
  private writeAgents(mainId: string, mainTurns: readonly MainTurn[]): void {
    let waiting = this.agents.slice(0, MOST_THREADS)
    while (waiting.length > 0) {
      const known = waiting.filter(({ callId }) => callId !== null && this.calls.has(callId))
      const next = known.length > 0 ? known : waiting
      waiting = known.length > 0 ? waiting.filter((agent) => !known.includes(agent)) : []
      for (const agent of next) this.writeAgent(agent, mainId, mainTurns)
    }
  }

  private writeAgent(agent: StartedAgent, mainId: string, mainTurns: readonly MainTurn[]): void {
    const call = agent.callId === null ? undefined : this.calls.get(agent.callId)
    const strand = strandOf(agent.roots, null)
    const from = agent.isFork && call?.mark ? call.mark : null
    const parentId = call?.threadId ?? mainId
    this.branches(
      { kind: from ? 'fork' : 'agent', parentId, strand, from, agent, id: agent.threadId },
      {
        turnId: call?.turnId ?? turnAt(mainTurns, timeOf(strand.nodes) ?? 0),
        toolUseId: call?.toolUseId ?? null,
      },
    )
  }

  /** Writes a thread, and every thread that leaves it for another answer or another question. */
  private branches(first: Job, spawn?: { turnId: string | null; toolUseId: string | null }): MainTurn[] {
    const jobs = [first]
    const marks = new Map<MessageNode, Mark>()
    let turns: MainTurn[] = []
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const writer = this.thread(job, job === first ? spawn : undefined)
      if (job === first) turns = [...writer.marks.values()].map(({ turnId, at }) => ({ turnId, at }))
      for (const [node, mark] of writer.marks) marks.set(node, mark)
      for (const { after, root } of job.strand.offshoots) {
        if (this.threads + jobs.length >= MOST_THREADS) break
        const from = after === null ? null : (marks.get(after) ?? null)
        const strand = strandOf([root], after)
        const parentId = from?.threadId ?? first.id
        jobs.push({ kind: 'branch', parentId, strand, from, agent: null, id: this.context.mint('thread') })
      }
    }
    return turns
  }

  private thread(job: Job, spawn: { turnId: string | null; toolUseId: string | null } | undefined): HistoryWriter {
    const { strand, from, id } = job
    const createdAt = timeOf(strand.nodes) ?? this.context.fileAt
    const writer = new HistoryWriter(this.shared, id, from, createdAt)
    for (const node of strand.nodes) writer.write(node)
    writer.finish()
    for (const [callId, { call, node }] of writer.calls)
      if (!this.calls.has(callId)) this.calls.set(callId, { ...call, mark: writer.marks.get(node) ?? null })
    this.threads++
    this.context.emit({ row: 'thread', value: this.draft(job, writer, createdAt, spawn) })
    return writer
  }

  private draft(
    { kind, parentId, strand, from, agent, id }: Job,
    writer: HistoryWriter,
    createdAt: number,
    spawn: { turnId: string | null; toolUseId: string | null } | undefined,
  ): DraftThread {
    const asked = strand.nodes.find((node) => node.kind === 'prompt')
    const directive = kind === 'main' ? null : [...(asked ? textOf(asked) : '')].slice(0, 100_000).join('') || null
    const worker = kind === 'agent' || kind === 'fork'
    const title = kind === 'main' ? 'Main' : agent?.title || titleFrom(directive ?? '') || 'Imported branch'
    return {
      ...{ id, parentId, kind, title, directive },
      branchTurnId: from?.turnId ?? spawn?.turnId ?? null,
      branchPosition: from?.position ?? 0,
      branchMessage: from?.messages ?? 0,
      branchLink: from?.link ?? null,
      state: worker ? 'done' : 'idle',
      stateReason: null,
      steps: writer.answers,
      choice: null,
      isolation: 'none',
      startedBy: worker ? 'model' : 'person',
      spawnToolUseId: spawn?.toolUseId ?? null,
      fallback: false,
      report: worker ? reportLine(writer.lastText) : null,
      // What an agent of this name is here is another matter.
      agentType: null,
      islandSource: null,
      createdAt,
      endedAt: worker ? writer.at : null,
      broughtBackAt: null,
      archivedAt: null,
    }
  }
}

interface MainTurn {
  turnId: string
  at: number
}

/** The turn that was under way at a time: of an agent nobody knows the call of. */
function turnAt(turns: readonly MainTurn[], at: number): string | null {
  return (turns.findLast((turn) => turn.at <= at) ?? turns[0])?.turnId ?? null
}

function timeOf(nodes: readonly MessageNode[]): number | null {
  for (const { entries } of nodes) for (const { at } of entries) if (at !== null) return at
  return null
}

function textOf({ entries }: MessageNode): string {
  const said = entries.filter(({ meta, summary }) => !meta && !summary)
  return said
    .flatMap(({ content }) =>
      content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : [])),
    )
    .join('\n')
}
