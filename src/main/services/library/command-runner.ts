// A command or skill that a person calls: said in their thread, or run as an island beside it.
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { ThreadRecord } from '../../store/records'
import type { Agents } from '../agent/agents'
import type { ForkScheduler } from '../fork/fork-scheduler'
import type { HostParts } from '../host-parts'
import type { Sessions } from '../sessions'
import type { ThreadControl } from '../thread/thread-control'
import { projectOfThread, threadOf } from '../threads'
import { documentText, termsInThread } from './document-text'
import { askedText, type Islands } from './islands'
import type { Library } from './library'
import type { ShellLines } from './shell-lines'
import { followFile } from './skill-use'
import type { Standing } from './standing'

type Input = ParsedInput<'command.run'>
type Result = CommandResult<'command.run'>
type Remember = (result: Result) => void

interface Others {
  library: Library
  islands: Islands
  shellLines: ShellLines
  agents: Agents
  scheduler: ForkScheduler
  control: ThreadControl
  sessions: Sessions
}

export class CommandRunner {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Others,
  ) {}

  /**
   * Runs what a name calls. Without isolation its text becomes the person's message, sent like any other.
   *
   * @throws FailureError `not_found`; `conflict` for an island the project is not trusted with, and for a skill kept from
   *   people; and what sending a message fails with
   */
  async run(input: Input, remember: Remember): Promise<Result> {
    const thread = threadOf(this.parts.store, input.threadId)
    const standing = await this.others.library.find(projectOfThread(this.parts.store, thread).id, input.name)
    const { name, source, forPerson } = standing.document
    if (!forPerson)
      throw new FailureError(
        'conflict',
        `“${name}” is for the model alone: its file keeps it from being called by hand.`,
        {
          name,
          source,
        },
      )
    return standing.document.island
      ? this.startIsland(thread, standing, input, remember)
      : this.say(thread, standing, input, remember)
  }

  private async say(thread: ThreadRecord, standing: Standing, input: Input, remember: Remember): Promise<Result> {
    const { control, sessions, shellLines } = this.others
    const { store } = this.parts
    const { document } = standing
    const text = await documentText(shellLines, document, input.arguments, { thread, terms: termsInThread(standing) })
    const { turnId } = input
    const result = (turn: string, queued: boolean): Result => {
      return { threadId: thread.id, turnId: turn, island: false, queued }
    }
    // Within the transaction that stores the message: from then on its turn follows the file.
    const stored = (turn: string, queued: boolean) => {
      if (standing.approved) followFile(store, thread.id, turn, document)
      remember(result(turn, queued))
    }
    const said = { threadId: thread.id, text, ...(turnId ? { turnId } : {}) }
    if (isWorker(thread) && !control.live(threadOf(store, thread.id))) {
      const resumed = await control.resume({ ...said, remember: (turn) => stored(turn, false) })
      return result(resumed, false)
    }
    const sent = await control.send({
      ...said,
      steer: false,
      origin: 'person',
      remember: (sending) => stored(sending.turnId, sending.queued),
    })
    sessions.nameByFirstMessage(threadOf(store, thread.id), askedText(input.name, input.arguments))
    return result(sent.turnId, sent.queued)
  }

  private async startIsland(
    parent: ThreadRecord,
    standing: Standing,
    input: Input,
    remember: Remember,
  ): Promise<Result> {
    const { store } = this.parts
    const { agents, islands, scheduler } = this.others
    const prepared = await islands.prepare(standing, {
      parent,
      fromTurnId: store.turns.ofThread(parent.id).findLast(({ state }) => state !== 'queued')?.id ?? null,
      arguments: input.arguments,
      startedBy: 'command',
      spawnToolUseId: null,
      turnId: input.turnId,
    })
    const result = store.commit((tx): Result => {
      if (input.turnId && store.turns.get(input.turnId))
        throw new FailureError('conflict', `The turn ${input.turnId} exists already, with another input.`)
      const { threadId, turnId } = agents.insert(tx, prepared)
      const started = { threadId, turnId, island: true, queued: false }
      remember(started)
      return started
    })
    scheduler.enqueue([result])
    return result
  }
}

function isWorker({ kind }: ThreadRecord): boolean {
  return kind !== 'main' && kind !== 'branch'
}
