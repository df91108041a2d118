// Fresh agents that a thread's model starts: in the background, or waited for so that their last words are the call's result.
import { type AgentType, FORK_TYPE } from '../../../core/agents/agent-type'
import { resolveSpawn, type Spawn } from '../../../core/agents/resolve-spawn'
import { NESTED_REFUSAL } from '../../../core/fork/fork-guard'
import { FailureError } from '../../../shared/contract/failure'
import type { Isolation } from '../../../shared/domain/thread'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import type { ForkScheduler } from '../fork/fork-scheduler'
import { isNested } from '../fork/nested'
import type { HostParts } from '../host-parts'
import type { ToolOutcome } from '../ports/tools'
import type { ThreadControl } from '../thread/thread-control'
import { closeCall } from '../turn/results'
import type { Agents, PreparedAgent, StartedAgent } from './agents'
import { awaitWorker, showOnItem } from './await-worker'
import { agentTypes, spawnRules } from './spawn-rules'

type AgentSpawn = Extract<Spawn, { kind: 'agent' }>

interface Others {
  agents: Agents
  scheduler: ForkScheduler
  control: ThreadControl
}

const TITLE_CHARS = 100

export class ModelAgents {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Others,
  ) {}

  /** What a call of `Agent` starts where its thread stands now. */
  spawnOf(thread: ThreadRecord, call: ToolCallRecord): Spawn {
    const { subagent_type, run_in_background } = call.input as { subagent_type?: string; run_in_background?: boolean }
    if (isNested(this.parts, thread)) return { kind: 'refused', text: NESTED_REFUSAL }
    return resolveSpawn(
      { subagentType: subagent_type, runInBackground: run_in_background },
      spawnRules(this.parts, thread.sessionId),
    )
  }

  /**
   * Starts an agent and answers at once: the agent, its first message and the answer to its call are one transaction. A call that
   * was closed or stopped meanwhile starts nothing.
   */
  async launch(thread: ThreadRecord, call: ToolCallRecord, spawn: AgentSpawn, isStopped: () => boolean): Promise<void> {
    const prepared = await this.prepare(thread, call, spawn)
    const { store } = this.parts
    const started = store.commit((tx): StartedAgent | null => {
      if (isStopped() || store.toolCalls.get(thread.id, call.toolUseId)?.resultJson !== null) return null
      if ('refusal' in prepared) {
        closeCall(this.parts, tx, call, { content: prepared.refusal, isError: true }, 'failed')
        return null
      }
      const agent = this.others.agents.insert(tx, prepared)
      showOnItem(this.parts, call.itemId, agent.threadId)
      closeCall(this.parts, tx, call, { content: startedText(prepared), isError: false }, 'done')
      return agent
    })
    if (started) this.others.scheduler.enqueue([started])
  }

  /** Starts an agent and waits for its end; its last words are the result. When the call is ended, so is the agent. */
  async run(thread: ThreadRecord, call: ToolCallRecord, spawn: AgentSpawn, signal: AbortSignal): Promise<ToolOutcome> {
    const prepared = await this.prepare(thread, call, spawn)
    signal.throwIfAborted()
    if ('refusal' in prepared) return { content: prepared.refusal, isError: true }
    const started = this.parts.store.commit((tx) => {
      const agent = this.others.agents.insert(tx, prepared)
      showOnItem(this.parts, call.itemId, agent.threadId)
      return agent
    })
    this.others.scheduler.enqueue([started])
    return awaitWorker(this.parts, this.others.control, started.threadId, signal)
  }

  private async prepare(
    thread: ThreadRecord,
    call: ToolCallRecord,
    spawn: AgentSpawn,
  ): Promise<PreparedAgent | { refusal: string }> {
    const types = await agentTypes(this.parts, thread)
    const type = types.find(({ name }) => name === spawn.type)
    if (!type) return { refusal: unknownType(spawn.type, types) }
    const input = call.input as { description: string; prompt: string; isolation?: Isolation }
    try {
      return await this.others.agents.prepare({
        parent: thread,
        turnId: call.turnId,
        type,
        title: input.description.slice(0, TITLE_CHARS),
        task: input.prompt,
        ...(input.isolation === undefined ? {} : { isolation: input.isolation }),
        reportBack: spawn.background,
        startedBy: 'model',
        spawnToolUseId: call.toolUseId,
      })
    } catch (error) {
      if (error instanceof FailureError) return { refusal: `${error.failure.code}: ${error.message}` }
      throw error
    }
  }
}

function startedText({ thread, plan }: PreparedAgent): string {
  const place = plan ? ` It works in its own worktree on branch ${plan.branch}.` : ''
  return `Agent ${thread.id} (“${thread.title}”, ${thread.agentType}) was started in the background.${place} Its result will arrive as a task notification; do not wait for it, and do not do its work.`
}

function unknownType(name: string, types: readonly AgentType[]): string {
  const names = [FORK_TYPE, ...types.map((type) => type.name)].join(', ')
  return `There is no type of agent ${JSON.stringify(name)}. The types are: ${names}. Nothing was started.`
}
