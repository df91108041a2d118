// The tools that act on threads and not on files: Agent, SendMessage, TaskStop and Skill.
import { resumeRefusal } from '../../../core/agents/wake-limit'
import { escapeText } from '../../../core/turn/notification'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import type { ModelAgents } from '../agent/model-agents'
import type { HostParts } from '../host-parts'
import type { ModelSkills } from '../library/model-skills'
import type { ToolOutcome } from '../ports/tools'
import type { ThreadControl } from '../thread/thread-control'
import type { HostTools } from '../turn/tool-calls'
import type { ModelForks } from './model-forks'

interface Collaborators {
  modelForks: ModelForks
  modelAgents: ModelAgents
  modelSkills: ModelSkills
  control: ThreadControl
}

const NAMES = new Set(['Agent', 'SendMessage', 'TaskStop', 'Skill'])

const STOPPED_BY = { person: 'by the person', isolation: 'because it left or lost its worktree' } as const

export class ThreadTools implements HostTools {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Collaborators,
  ) {}

  has(name: string): boolean {
    return NAMES.has(name)
  }

  launches(thread: ThreadRecord, call: ToolCallRecord): boolean {
    if (call.name !== 'Agent') return false
    const spawn = this.others.modelAgents.spawnOf(thread, call)
    return spawn.kind === 'fork' || (spawn.kind === 'agent' && spawn.background)
  }

  /** Forks of one answer are siblings and go together; agents share nothing, and each goes by itself. */
  async launch(
    thread: ThreadRecord,
    calls: readonly ToolCallRecord[],
    isStopped: (call: ToolCallRecord) => boolean,
  ): Promise<void> {
    const { modelForks, modelAgents } = this.others
    const forks: ToolCallRecord[] = []
    const agents: Promise<void>[] = []
    for (const call of calls) {
      const spawn = modelAgents.spawnOf(thread, call)
      if (spawn.kind === 'agent') agents.push(modelAgents.launch(thread, call, spawn, () => isStopped(call)))
      else forks.push(call)
    }
    await Promise.all([modelForks.launch(thread, forks, isStopped), ...agents])
  }

  /** Runs one call; expected failures become results the model can act on. */
  async run(thread: ThreadRecord, call: ToolCallRecord, signal: AbortSignal): Promise<ToolOutcome> {
    const input = call.input as Record<string, unknown>
    try {
      if (call.name === 'Skill') return await this.others.modelSkills.run(thread, call, signal)
      if (call.name === 'Agent') return await this.agent(thread, call, signal)
      if (call.name === 'SendMessage') return await this.message(thread, String(input.to), String(input.message))
      return await this.stop(thread, String(input.task_id))
    } catch (error) {
      if (error instanceof FailureError) return failed(`${error.failure.code}: ${error.message}`)
      throw error
    }
  }

  /** What is not launched: an agent that is waited for, or a refusal. */
  private async agent(thread: ThreadRecord, call: ToolCallRecord, signal: AbortSignal): Promise<ToolOutcome> {
    const spawn = this.others.modelAgents.spawnOf(thread, call)
    if (spawn.kind === 'agent') return this.others.modelAgents.run(thread, call, spawn, signal)
    return failed(spawn.kind === 'refused' ? spawn.text : 'This call could not be started; make it again.')
  }

  private async message(thread: ThreadRecord, to: string, text: string): Promise<ToolOutcome> {
    const child = this.childOf(thread, to)
    if (!child) return failed(`There is no fork or agent ${to} of yours to write to.`)
    // What it may do was approved for what its file says, not for what a model makes of it.
    if (child.kind === 'island') return failed(`${nameOf(child)} takes no messages; only the person runs it again.`)
    const marked = `<message from="main agent">\n${escapeText(text)}\n</message>`
    if (this.others.control.live(child))
      await this.others.control.send({ threadId: child.id, text: marked, steer: true, origin: 'app' })
    else if (child.endCause === 'person' || child.endCause === 'isolation')
      return failed(`${nameOf(child)} was stopped ${STOPPED_BY[child.endCause]}; only the person resumes it.`)
    else {
      const refusal = resumeRefusal(nameOf(child), this.parts.store.modelWakes.of(child.id))
      if (refusal !== null) return failed(refusal)
      await this.others.control.resume({ threadId: child.id, text: marked, origin: 'app' })
    }
    return {
      content: `The message was given to ${to}. Its answer arrives as a task notification.`,
      isError: false,
    }
  }

  private async stop(thread: ThreadRecord, taskId: string): Promise<ToolOutcome> {
    const child = this.childOf(thread, taskId)
    if (child) {
      if (!this.others.control.live(child)) return failed(`${nameOf(child)} does not run.`)
      this.others.control.interrupt(child.id)
      return { content: `${nameOf(child)} was stopped.`, isError: false }
    }
    const job = await this.parts.tools.stopJob(thread.id, taskId)
    return job
      ? { content: `The background command ${taskId} was ended.`, isError: false }
      : failed(`There is no running fork, agent or background command ${taskId} of yours.`)
  }

  private childOf(thread: ThreadRecord, id: string): ThreadRecord | undefined {
    return this.parts.store.threads.children(thread.id).find((child) => child.id === id)
  }
}

function nameOf({ kind, id }: ThreadRecord): string {
  return `${kind === 'agent' ? 'Agent' : kind === 'island' ? 'Island' : 'Fork'} ${id}`
}

function failed(content: string): ToolOutcome {
  return { content, isError: true }
}
