// What a session's model may start, and which tools a thread has: asked when a snapshot is rendered and when a call comes.
import { type AgentType, BUILT_IN_AGENTS, toolsOfAgent } from '../../../core/agents/agent-type'
import { forksOffered, type SpawnRules } from '../../../core/agents/resolve-spawn'
import type { SkillOffer } from '../../../core/library/skill-list'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { ToolDefinition } from '../ports/tools'
import { projectOfThread, sessionOf } from '../threads'

/** What an agent that only delegates has. */
const COORDINATOR_TOOLS = ['TodoWrite', 'Agent', 'SendMessage', 'TaskStop']

export function spawnRules(
  { store, forkMode, unattended }: Pick<HostParts, 'store' | 'forkMode' | 'unattended'>,
  sessionId: string,
): SpawnRules {
  const session = sessionOf(store, sessionId)
  return {
    forkMode: forkMode(session),
    coordinator: session.coordinator,
    person: unattended.audience(sessionId) === 'person',
  }
}

/**
 * The types there are for a thread, in the order they are offered: those everybody has, the person's own, and the project's where
 * the person trusts it.
 */
export async function agentTypes(
  { store, trusted, agentFiles }: Pick<HostParts, 'store' | 'trusted' | 'agentFiles'>,
  thread: ThreadRecord,
): Promise<readonly AgentType[]> {
  const project = projectOfThread(store, thread)
  const { agents } = await agentFiles.read(project.realPath)
  const known = agents.some(({ origin }) => origin === 'project') && (await trusted(project.id))
  return [...BUILT_IN_AGENTS, ...agents.filter(({ origin }) => origin === 'home' || known)]
}

/**
 * The tools a thread's first snapshot is rendered with.
 *
 * @param types what can be started; of a fresh agent only its own type, which says what it has
 * @param served the tools of the servers it takes; one that only delegates, and one that only reads, has none of them
 * @param skills what its model can use; an island follows its own file, and nothing else's
 */
export function toolsForThread(
  parts: Pick<HostParts, 'store' | 'forkMode' | 'unattended' | 'tools'>,
  thread: ThreadRecord,
  types: readonly AgentType[],
  served: readonly ToolDefinition[],
  skills: readonly SkillOffer[] = [],
): ToolDefinition[] {
  const { tools } = parts
  const rules = spawnRules(parts, thread.sessionId)
  const forks = forksOffered(rules)
  const background = rules.person && (rules.forkMode || rules.coordinator)
  const offer = { forks, background, types }
  const own = typeOf(thread, types)
  if (own) {
    const names = toolsOfAgent(own, [...tools.names, ...served.map(({ name }) => name)])
    const named = tools.definitionsFor(offer, names, thread.kind === 'island' ? [] : skills)
    return [...named, ...served.filter(({ name }) => names.includes(name))]
  }
  if (rules.coordinator) return tools.definitionsFor(offer, COORDINATOR_TOOLS)
  return [...tools.definitionsFor(offer, tools.names, skills), ...served]
}

/** The type of a fresh agent, among those given; undefined for every other thread. */
export function typeOf({ agentType }: ThreadRecord, types: readonly AgentType[]): AgentType | undefined {
  if (agentType === null) return undefined
  const type = types.find(({ name }) => name === agentType)
  if (!type) throw new Error(`the agent's own type ${agentType} was not given`)
  return type
}
