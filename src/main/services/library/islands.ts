// Starting policy islands: a command or skill that runs as a thread of its own, with what its file allows.
import { type AgentType, GENERAL_PURPOSE } from '../../../core/agents/agent-type'
import { FailureError } from '../../../shared/contract/failure'
import type { StartedBy } from '../../../shared/domain/thread'
import type { ThreadRecord } from '../../store/records'
import type { Agents, PreparedAgent } from '../agent/agents'
import { agentTypes } from '../agent/spawn-rules'
import type { HostParts } from '../host-parts'
import { documentText, termsOf, UNTRUSTED } from './document-text'
import type { ShellLines } from './shell-lines'
import type { Standing } from './standing'

/** Who calls an island, and how. */
export interface IslandCall {
  parent: ThreadRecord
  /** The parent's turn it leaves from. */
  fromTurnId: string | null
  arguments: string
  startedBy: StartedBy
  /** The call whose result its last words are; null: they reach the parent as a notification. */
  spawnToolUseId: string | null
  /** The name of its first turn, where the person's client gave one. */
  turnId?: string | undefined
}

const TITLE_CHARS = 100

export class Islands {
  constructor(
    private readonly parts: HostParts,
    private readonly others: { agents: Agents; shellLines: ShellLines },
  ) {}

  /**
   * Reads, fills and runs what has to be known before an island is stored.
   *
   * @throws FailureError `conflict` where the project is not trusted with the file; `not_found` for an agent nobody has; and what
   *   starting an agent fails with
   */
  async prepare(standing: Standing, call: IslandCall): Promise<PreparedAgent> {
    const { document } = standing
    const { name, source } = document
    const { parent } = call
    if (!standing.counts)
      throw new FailureError(
        'conflict',
        `/${name} runs isolated with tools of its own, and ${UNTRUSTED}. Look at the file, and trust the project.`,
        { name, source },
      )
    const type = await this.typeOf(parent, standing)
    const isolation = type.readOnly ? 'readonly' : parent.isolation
    const running = { thread: { ...parent, isolation }, terms: termsOf(standing, true) }
    const asked = askedText(name, call.arguments)
    return this.others.agents.prepare({
      parent,
      turnId: call.fromTurnId,
      type,
      title: asked.slice(0, TITLE_CHARS),
      task: await documentText(this.others.shellLines, document, call.arguments, running),
      reportBack: call.spawnToolUseId === null,
      startedBy: call.startedBy,
      spawnToolUseId: call.spawnToolUseId,
      island: { asked, source, rules: document.allowedTools, model: document.model, turnId: call.turnId },
    })
  }

  /** The ecosystem writes the types everybody has with a capital. */
  private async typeOf(parent: ThreadRecord, { document }: Standing): Promise<AgentType> {
    const { name, source } = document
    const types = await agentTypes(this.parts, parent)
    const wanted = document.agent ?? GENERAL_PURPOSE
    const type =
      types.find((each) => each.name === wanted) ??
      types.find((each) => each.name.toLowerCase() === wanted.toLowerCase())
    if (type) return type
    const names = types.map((each) => each.name).join(', ')
    throw new FailureError(
      'not_found',
      `/${name} names the agent “${wanted}”, which is not there. There are: ${names}.`,
      { name, source },
    )
  }
}

/** What was asked for, as a person writes it. */
export function askedText(name: string, args: string): string {
  return `/${name} ${args}`.trim()
}
