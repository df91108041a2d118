// The tools that act on threads: Agent, SendMessage and TaskStop.
import { escapeText } from '../../../core/turn/notification'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { ToolOutcome } from '../ports/tools'
import type { ThreadControl } from '../thread/thread-control'
import type { HostTools } from '../turn/tool-calls'
import type { ModelForks } from './model-forks'

interface Collaborators {
  modelForks: ModelForks
  control: ThreadControl
}

const NAMES = new Set(['SendMessage', 'TaskStop'])

const STOPPED_BY = { person: 'by the person', isolation: 'because it left or lost its worktree' } as const

export class ThreadTools implements HostTools {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Collaborators,
  ) {}

  has(name: string): boolean {
    return NAMES.has(name)
  }

  launches(name: string): boolean {
    return name === 'Agent'
  }

  launch(
    thread: ThreadRecord,
    calls: readonly ToolCallRecord[],
    isStopped: (call: ToolCallRecord) => boolean,
  ): Promise<void> {
    return this.others.modelForks.launch(thread, calls, isStopped)
  }

  /** Runs one call; expected failures become results the model can act on. */
  async run(thread: ThreadRecord, call: ToolCallRecord): Promise<ToolOutcome> {
    const input = call.input as Record<string, unknown>
    try {
      if (call.name === 'SendMessage') return await this.message(thread, String(input.to), String(input.message))
      return await this.stop(thread, String(input.task_id))
    } catch (error) {
      if (error instanceof FailureError) return failed(`${error.failure.code}: ${error.message}`)
      throw error
    }
  }

  private async message(thread: ThreadRecord, to: string, text: string): Promise<ToolOutcome> {
    const child = this.childOf(thread, to)
    if (!child) return failed(`There is no fork ${to} of yours to write to.`)
    const marked = `<message from="main agent">\n${escapeText(text)}\n</message>`
    if (this.others.control.live(child))
      await this.others.control.send({ threadId: child.id, text: marked, steer: true, origin: 'app' })
    else if (child.endCause === 'person' || child.endCause === 'isolation')
      return failed(`Fork ${to} was stopped ${STOPPED_BY[child.endCause]}; only the person resumes it.`)
    else await this.others.control.resume({ threadId: child.id, text: marked, origin: 'app' })
    return {
      content: `The message was given to fork ${to}. Its answer arrives as a task notification.`,
      isError: false,
    }
  }

  private async stop(thread: ThreadRecord, taskId: string): Promise<ToolOutcome> {
    const child = this.childOf(thread, taskId)
    if (child) {
      if (!this.others.control.live(child)) return failed(`Fork ${taskId} does not run.`)
      this.others.control.interrupt(child.id)
      return { content: `Fork ${taskId} was stopped.`, isError: false }
    }
    const job = await this.parts.tools.stopJob(thread.id, taskId)
    return job
      ? { content: `The background command ${taskId} was ended.`, isError: false }
      : failed(`There is no running fork or background command ${taskId} of yours.`)
  }

  private childOf(thread: ThreadRecord, id: string): ThreadRecord | undefined {
    return this.parts.store.threads.children(thread.id).find((child) => child.id === id)
  }
}

function failed(content: string): ToolOutcome {
  return { content, isError: true }
}
