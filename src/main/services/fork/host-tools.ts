// The tools that act on threads: Agent, SendMessage and TaskStop.
import { guardSpawn, NESTED_REFUSAL } from '../../../core/fork/fork-guard'
import { escapeText } from '../../../core/turn/notification'
import { FailureError } from '../../../shared/contract/failure'
import type { Isolation, ThreadKind } from '../../../shared/domain/thread'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { ToolOutcome } from '../ports/tools'
import type { ThreadControl } from '../thread/thread-control'
import { projectOfThread } from '../threads'
import type { HostTools } from '../turn/tool-calls'
import type { ForkScheduler } from './fork-scheduler'
import type { Forks } from './forks'

interface Collaborators {
  forks: Forks
  scheduler: ForkScheduler
  control: ThreadControl
}

const NAMES = new Set(['Agent', 'SendMessage', 'TaskStop'])

const STOPPED_BY = { person: 'by the person', isolation: 'because it left or lost its worktree' } as const

export class ThreadTools implements HostTools {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Collaborators,
  ) {}

  /** The last fork under way of each thread: siblings are created in the order of their calls. */
  private readonly lastFork = new Map<string, Promise<unknown>>()

  has(name: string): boolean {
    return NAMES.has(name)
  }

  /** Runs one call; expected failures become results the model can act on. */
  async run(thread: ThreadRecord, call: ToolCallRecord): Promise<ToolOutcome> {
    const input = call.input as Record<string, unknown>
    try {
      if (call.name === 'Agent') return await this.fork(thread, call, input)
      if (call.name === 'SendMessage') return await this.message(thread, String(input.to), String(input.message))
      return await this.stop(thread, String(input.task_id))
    } catch (error) {
      if (error instanceof FailureError) return failed(`${error.failure.code}: ${error.message}`)
      throw error
    }
  }

  /** Prepared side by side, stored one after the other: siblings stand in the order of their calls. */
  private async inOrder<P, T>(threadId: string, preparing: Promise<P>, store: (prepared: P) => T): Promise<T> {
    const before = this.lastFork.get(threadId) ?? Promise.resolve()
    const mine = Promise.allSettled([before, preparing]).then(async () => store(await preparing))
    this.lastFork.set(threadId, mine)
    try {
      return await mine
    } finally {
      if (this.lastFork.get(threadId) === mine) this.lastFork.delete(threadId)
    }
  }

  private async fork(thread: ThreadRecord, call: ToolCallRecord, input: Record<string, unknown>): Promise<ToolOutcome> {
    if (this.nested(thread)) return failed(NESTED_REFUSAL)
    const directive = String(input.prompt)
    const preparing = this.others.forks.prepare({
      parent: thread,
      turnId: call.turnId,
      directives: [directive],
      threadIds: [this.parts.ids.next('thread')], // minted in the order of the calls
      kind: 'fork',
      ...(input.isolation === undefined ? {} : { isolation: input.isolation as Isolation }),
      reportBack: true,
      startedBy: 'model',
      spawnToolUseId: call.toolUseId,
      title: String(input.description).slice(0, 100),
      groupId: this.groupOf(thread, call),
      sendDirective: true,
    })
    const [id] = await this.inOrder(thread.id, preparing, (prepared) => this.others.forks.insertAll(prepared))
    if (id === undefined) throw new Error('a fork without an id')
    this.showOnItem(thread, call, id)
    await this.parts.provider(projectOfThread(this.parts.store, thread).id)
    const turn = this.parts.store.turns.last(id)
    if (turn) this.others.scheduler.enqueue(id, turn.id)
    const worktree = this.parts.store.worktrees.get(id)
    const place = worktree ? ` It works in its own worktree on branch ${worktree.branch}.` : ''
    return {
      content: `Fork ${id} (“${String(input.description)}”) was started in the background.${place} Its result will arrive as a task notification; do not wait for it, and do not do its work.`,
      isError: false,
    }
  }

  /** Two layers, either of which refuses: where the thread comes from, and our own instruction in its history. */
  private nested(thread: ThreadRecord): boolean {
    const { store } = this.parts
    const lineage: ThreadKind[] = []
    for (let at: ThreadRecord | undefined = thread; at; at = at.parentId ? store.threads.get(at.parentId) : undefined)
      lineage.push(at.kind)
    const appTexts = store.blocks
      .history(thread.id)
      .filter((block) => block.origin === 'app' && block.type === 'text')
      .map((block) => (JSON.parse(block.json) as { text: string }).text)
    return guardSpawn({ lineage, appTexts }) !== null
  }

  /** All forks of one message are siblings. */
  private groupOf(thread: ThreadRecord, call: ToolCallRecord): string {
    const message = this.parts.store.blocks
      .own(thread.id)
      .findLast((block) => block.toolUseId === call.toolUseId && block.type === 'tool_use')?.message
    return `grp_${this.parts.hash(`${thread.id}:${message ?? call.toolUseId}`).slice(0, 26)}`
  }

  private showOnItem(thread: ThreadRecord, call: ToolCallRecord, childId: string): void {
    const { store } = this.parts
    store.commit((tx) => {
      const item = store.items.get(call.itemId)
      if (item?.kind !== 'tool') return
      const changed = { ...item, threadIds: [...(item.threadIds ?? []), childId] }
      store.items.update(changed)
      tx.emit({ type: 'item.changed', sessionId: thread.sessionId, threadId: thread.id, item: changed })
    })
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
