// A command or skill that a person calls: said in their thread, or run as an island beside it.
import { type AgentType, GENERAL_PURPOSE } from '../../../core/agents/agent-type'
import { textPieces } from '../../../core/library/command-text'
import type { CommandResult, ParsedInput } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import { MAX_MESSAGE_CHARS } from '../../../shared/contract/turn-commands'
import type { ThreadRecord } from '../../store/records'
import type { Agents } from '../agent/agents'
import { agentTypes } from '../agent/spawn-rules'
import type { ForkScheduler } from '../fork/fork-scheduler'
import type { HostParts } from '../host-parts'
import type { FileTerms } from '../permissions'
import type { Sessions } from '../sessions'
import type { ThreadControl } from '../thread/thread-control'
import { projectOfThread, threadOf } from '../threads'
import type { Library, Standing } from './library'
import type { ShellLines } from './shell-lines'

type Input = ParsedInput<'command.run'>
type Result = CommandResult<'command.run'>
type Remember = (result: Result) => void

interface Others {
  library: Library
  shellLines: ShellLines
  agents: Agents
  scheduler: ForkScheduler
  control: ThreadControl
  sessions: Sessions
}

const TITLE_CHARS = 100
const UNTRUSTED = 'the project is not trusted with this file as it is'

export class CommandRunner {
  constructor(
    private readonly parts: HostParts,
    private readonly others: Others,
  ) {}

  /**
   * Runs what a name calls. Without isolation its text becomes the person's message, sent like any other.
   *
   * @throws FailureError `not_found`; `conflict` for an island the project is not trusted with; and what sending a message fails with
   */
  async run(input: Input, remember: Remember): Promise<Result> {
    const thread = threadOf(this.parts.store, input.threadId)
    const standing = await this.others.library.find(projectOfThread(this.parts.store, thread).id, input.name)
    return standing.document.island
      ? this.startIsland(thread, standing, input, remember)
      : this.say(thread, standing, input, remember)
  }

  private async say(thread: ThreadRecord, standing: Standing, input: Input, remember: Remember): Promise<Result> {
    const terms = standing.counts ? termsOf(standing, false) : { refusal: `${UNTRUSTED}.` }
    const text = await this.textOf(standing, input, { thread, terms })
    const { control, sessions } = this.others
    const { turnId } = input
    const result = (turn: string, queued: boolean): Result => {
      return { threadId: thread.id, turnId: turn, island: false, queued }
    }
    const said = { threadId: thread.id, text, ...(turnId ? { turnId } : {}) }
    if (isWorker(thread) && !control.live(threadOf(this.parts.store, thread.id))) {
      const resumed = await control.resume({ ...said, remember: (turn) => remember(result(turn, false)) })
      return result(resumed, false)
    }
    const sent = await control.send({
      ...said,
      steer: false,
      origin: 'person',
      remember: (sending) => remember(result(sending.turnId, sending.queued)),
    })
    sessions.nameByFirstMessage(threadOf(this.parts.store, thread.id), askedText(input))
    return result(sent.turnId, sent.queued)
  }

  private async startIsland(
    parent: ThreadRecord,
    standing: Standing,
    input: Input,
    remember: Remember,
  ): Promise<Result> {
    const { document } = standing
    const facts = { name: document.name, source: document.source }
    if (!standing.counts)
      throw new FailureError(
        'conflict',
        `/${document.name} runs isolated with tools of its own, and ${UNTRUSTED}. Look at the file, and trust the project.`,
        facts,
      )
    const type = await this.typeOf(parent, document.agent, facts)
    const { store } = this.parts
    const { agents, scheduler } = this.others
    const terms = termsOf(standing, true)
    const isolation = type.readOnly ? 'readonly' : parent.isolation
    const task = await this.textOf(standing, input, { thread: { ...parent, isolation }, terms })
    const prepared = await agents.prepare({
      parent,
      turnId: store.turns.ofThread(parent.id).findLast(({ state }) => state !== 'queued')?.id ?? null,
      type,
      title: askedText(input).slice(0, TITLE_CHARS),
      task,
      reportBack: true,
      startedBy: 'command',
      spawnToolUseId: null,
      island: {
        asked: askedText(input),
        source: document.source,
        rules: document.allowedTools,
        model: document.model,
        turnId: input.turnId,
      },
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

  private async textOf(
    { document }: Standing,
    input: Input,
    running: Parameters<ShellLines['fill']>[1],
  ): Promise<string> {
    const text = await this.others.shellLines.fill(textPieces(document, input.arguments), running)
    if (text.trim() === '' || text.length > MAX_MESSAGE_CHARS)
      throw new FailureError(
        'invalid_input',
        text.trim() === ''
          ? `/${document.name} says nothing with these arguments.`
          : `/${document.name} says more than ${MAX_MESSAGE_CHARS} characters with these arguments.`,
        { path: 'arguments' },
      )
    return text
  }

  /** The ecosystem writes the types everybody has with a capital. */
  private async typeOf(
    parent: ThreadRecord,
    agent: string | null,
    facts: { name: string; source: string },
  ): Promise<AgentType> {
    const types = await agentTypes(this.parts, parent)
    const wanted = agent ?? GENERAL_PURPOSE
    const type =
      types.find(({ name }) => name === wanted) ?? types.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (type) return type
    const names = types.map(({ name }) => name).join(', ')
    throw new FailureError(
      'not_found',
      `/${facts.name} names the agent “${wanted}”, which is not there. There are: ${names}.`,
      facts,
    )
  }
}

function termsOf({ document: { allowedTools, source } }: Standing, only: boolean): FileTerms {
  return { rules: allowedTools, source, only }
}

/** What the person wrote. */
function askedText({ name, arguments: args }: Input): string {
  return `/${name} ${args}`.trim()
}

function isWorker({ kind }: ThreadRecord): boolean {
  return kind !== 'main' && kind !== 'branch'
}
