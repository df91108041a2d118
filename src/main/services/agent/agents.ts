// Starting fresh-context agents: a thread that inherits nothing, with a prompt, tools and a limit of its own.
import { type AgentType, agentTaskText } from '../../../core/agents/agent-type'
import { textBlock } from '../../../core/fork/plan-fork'
import type { SkillOffer } from '../../../core/library/skill-list'
import type { Isolation, StartedBy } from '../../../shared/domain/thread'
import type { ThreadRecord } from '../../store/records'
import type { Commit } from '../../store/store'
import type { HostParts } from '../host-parts'
import { offeredSkills } from '../library/offered-skills'
import type { WorktreePlan } from '../ports/git'
import type { PlaceFacts, PromptFacts } from '../ports/prompt-facts'
import type { ToolDefinition } from '../ports/tools'
import { projectOfThread } from '../threads'
import { insertFirstEpoch } from '../turn/epochs'
import { appendBlocks } from '../turn/history'
import { announceSession, threadView, turnView } from '../views'
import { worktreeBar } from '../worktree-bar'
import type { Worktrees } from '../worktrees'

export interface AgentOrder {
  parent: ThreadRecord
  /** The parent's turn it leaves from. */
  turnId: string | null
  type: AgentType
  title: string
  task: string
  isolation?: Isolation
  /** Whether its last words reach the parent as a notification; else whoever started it waits for them. */
  reportBack: boolean
  startedBy: StartedBy
  spawnToolUseId: string | null
  /** Makes it an island: it runs a file of a person's, with what that allows and nothing else. */
  island?: IslandOrder
}

export interface IslandOrder {
  /** What the person wrote, such as `/review src`. */
  asked: string
  /** The file, as a person names it. */
  source: string
  /** What runs, by the rules of its `allowed-tools`. */
  rules: readonly string[]
  /** The model the file names; null: that of its type. */
  model: string | null
  /** The name of its first turn, where the person's client gave one. */
  turnId: string | undefined
}

/** An agent that is thought out and not stored yet. */
export interface PreparedAgent {
  thread: ThreadRecord
  order: AgentOrder
  plan: WorktreePlan | null
  place: PlaceFacts
  /** Of the tool servers its parent takes. */
  served: readonly ToolDefinition[]
  /** What its model can call with `Skill`; an island has none. */
  skills: readonly SkillOffer[]
}

export interface StartedAgent {
  threadId: string
  turnId: string
}

export class Agents {
  constructor(
    private readonly parts: HostParts & { promptFacts: PromptFacts },
    private readonly worktrees: Worktrees,
  ) {}

  /**
   * Finds out everything an agent needs; nothing is stored yet.
   *
   * @throws FailureError `worktree.*`, `provider.no_key`
   */
  async prepare(order: AgentOrder): Promise<PreparedAgent> {
    const { ids, clock, store, promptFacts, toolServers } = this.parts
    const createdAt = clock.now()
    const { parent, type, island } = order
    await this.parts.provider(projectOfThread(store, parent).id)
    const id = ids.next('thread')
    const isolation = await this.isolationOf(order)
    const plan = isolation === 'worktree' ? await this.worktrees.plan(parent, id, order.title) : null
    const place = await promptFacts.read(this.worktrees.place(parent).folder)
    const served = type.readOnly ? [] : (await toolServers.toolsFor(parent)).tools
    const thread: ThreadRecord = {
      ...NOTHING_YET,
      id,
      kind: island ? 'island' : 'agent',
      sessionId: parent.sessionId,
      parentId: parent.id,
      title: order.title,
      directive: island?.asked ?? order.task,
      branchTurnId: order.turnId,
      model: island?.model ?? type.model ?? parent.model,
      effort: parent.effort,
      thinking: parent.thinking,
      permissionMode: parent.permissionMode,
      isolation,
      startedBy: order.startedBy,
      spawnToolUseId: order.spawnToolUseId,
      groupId: null,
      reportBack: order.reportBack,
      createdAt,
      agentType: type.name,
      stepLimit: type.maxSteps,
      islandSource: island?.source ?? null,
      toolServers: parent.toolServers,
    }
    const skills = island ? [] : await offeredSkills(this.parts, thread)
    return { thread, order, plan, place, served, skills }
  }

  /** Stores an agent with its snapshot and its first turn; within a commit. */
  insert(tx: Commit, { thread, order, plan, place, served, skills }: PreparedAgent): StartedAgent {
    const { store, ids } = this.parts
    const { sessionId } = thread
    store.threads.insert(thread)
    for (const rule of order.island?.rules ?? [])
      store.rules.add({ effect: 'allow', scope: 'thread', scopeId: thread.id, rule, createdAt: thread.createdAt })
    if (plan) this.worktrees.store(plan, projectOfThread(store, thread).id)
    const { folder, worktree } = this.worktrees.place(thread)
    const { epoch } = insertFirstEpoch(this.parts, thread, { place, types: [order.type], served, skills, folder })
    tx.emit({ type: 'thread.created', sessionId, threadId: thread.id, thread: threadView(store, thread) })
    const turn = {
      id: order.island?.turnId ?? ids.next('turn'),
      threadId: thread.id,
      n: 1,
      state: 'queued' as const,
      input: null,
      fromModel: false,
      forkPosition: null,
      startedAt: thread.createdAt,
      endedAt: null,
    }
    store.turns.insert(turn)
    tx.emit({ type: 'turn.created', sessionId, threadId: thread.id, turn: turnView(turn) })
    const item = {
      id: ids.next('item'),
      turnId: turn.id,
      at: thread.createdAt,
      kind: 'user' as const,
      text: order.task,
    }
    store.items.add(thread.id, item)
    tx.emit({ type: 'item.added', sessionId, threadId: thread.id, item })
    const branch = worktree?.threadId === thread.id ? worktree.branch : null
    const text = order.island
      ? `${order.task}\n\nYou work in ${folder}.`
      : agentTaskText(order.task, { isolation: thread.isolation, folder, branch })
    // Another model's words: they ask, and never decide anything.
    appendBlocks(this.parts, thread, turn.id, epoch, [textBlock(text, 'app')])
    announceSession(store, tx, sessionId)
    return { threadId: thread.id, turnId: turn.id }
  }

  private async isolationOf({ parent, type, isolation, island }: AgentOrder): Promise<Isolation> {
    if (type.readOnly) return 'readonly'
    // A command works where it was called, as the person would.
    if (island) return parent.isolation === 'readonly' ? 'readonly' : 'none'
    const wanted = isolation ?? this.parts.settings()['fork.isolation']
    if (wanted) return wanted
    const facts = await this.parts.git.inspectRepository(this.worktrees.place(parent).folder, { trusted: false })
    return worktreeBar(facts) === null ? 'worktree' : 'none'
  }
}

const NOTHING_YET = {
  branchPosition: 0,
  branchMessage: 0,
  branchLink: null,
  state: 'queued',
  stateReason: null,
  endCause: null,
  resumable: false,
  steps: 0,
  groupSize: 1,
  fallback: false,
  activity: null,
  endedAt: null,
  silentSince: null,
  broughtBackAt: null,
  report: null,
  archivedAt: null,
  toolsDue: false,
} satisfies Partial<ThreadRecord>
