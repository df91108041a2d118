// Skills that a thread's model calls: their text is the result, or the summary of the island they run as.
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord, ToolCallRecord } from '../../store/records'
import type { Agents } from '../agent/agents'
import { awaitWorker, showOnItem } from '../agent/await-worker'
import type { ForkScheduler } from '../fork/fork-scheduler'
import { isNested } from '../fork/nested'
import type { HostParts } from '../host-parts'
import type { ToolOutcome } from '../ports/tools'
import type { ThreadControl } from '../thread/thread-control'
import { projectOfThread } from '../threads'
import { documentText, termsInThread, UNTRUSTED } from './document-text'
import type { Islands } from './islands'
import type { Library } from './library'
import type { ShellLines } from './shell-lines'
import { followFile } from './skill-use'
import type { Standing } from './standing'

export interface SkillCollaborators {
  library: Library
  islands: Islands
  shellLines: ShellLines
  agents: Agents
  scheduler: ForkScheduler
  control: ThreadControl
}

export class ModelSkills {
  constructor(
    private readonly parts: HostParts,
    private readonly others: SkillCollaborators,
  ) {}

  /**
   * Runs one call of `Skill`.
   *
   * @throws FailureError with what the model is told: no such skill, not for it, not trusted
   */
  async run(thread: ThreadRecord, call: ToolCallRecord, signal: AbortSignal): Promise<ToolOutcome> {
    const input = call.input as { skill?: string; name?: string; command?: string; args?: string }
    // As written: rules about skills are matched against the same text.
    const name = input.skill ?? input.name ?? input.command ?? ''
    const standing = await this.others.library.find(projectOfThread(this.parts.store, thread).id, name)
    requireForModel(standing)
    if (standing.document.island) return this.runIsland(thread, call, standing, input.args ?? '', signal)
    const { document } = standing
    const running = { thread, terms: termsInThread(standing) }
    const text = await documentText(this.others.shellLines, document, input.args ?? '', running)
    signal.throwIfAborted()
    this.parts.store.commit(() => followFile(this.parts.store, thread.id, call.turnId, document))
    const folder = document.folder === null ? '' : `The files of this skill are in ${document.folder}.\n\n`
    return { content: `${folder}${text}`, isError: false }
  }

  /** Its last words are the result; nothing of its steps is. */
  private async runIsland(
    thread: ThreadRecord,
    call: ToolCallRecord,
    standing: Standing,
    args: string,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { store } = this.parts
    const { islands, agents, scheduler, control } = this.others
    if (isNested(this.parts, thread)) {
      const text = `The skill “${standing.document.name}” runs isolated, which a fork or agent cannot start. Nothing was done; do the work yourself, or say in your report that it is left.`
      return { content: text, isError: true }
    }
    const prepared = await islands.prepare(standing, {
      parent: thread,
      fromTurnId: call.turnId,
      arguments: args,
      startedBy: 'model',
      spawnToolUseId: call.toolUseId,
    })
    signal.throwIfAborted()
    const started = store.commit((tx) => {
      const island = agents.insert(tx, prepared)
      showOnItem(this.parts, call.itemId, island.threadId)
      return island
    })
    scheduler.enqueue([started])
    return awaitWorker(this.parts, control, started.threadId, signal)
  }
}

/** @throws FailureError where the model must not call it, with what it can do instead */
function requireForModel({ document, approved }: Standing): void {
  const { name, kind, source, forModel } = document
  if (!forModel) {
    const why = kind === 'command' ? 'a command' : 'a skill that its file keeps from models'
    throw new FailureError(
      'conflict',
      `“${name}” is ${why}: only the person calls it, with /${name}. Nothing was done.`,
      {
        name,
        source,
      },
    )
  }
  if (!approved)
    throw new FailureError(
      'conflict',
      `The skill “${name}” is inert: ${UNTRUSTED} (${source}). Only the person can look at it and trust the project. Nothing was done.`,
      { name, source },
    )
}
