// What a session's model may start, and which tools a thread has: asked when a snapshot is rendered and when a call comes.
import { type AgentType, BUILT_IN_AGENTS, toolsOfAgent } from '../../../core/agents/agent-type'
import { forksOffered, type SpawnRules } from '../../../core/agents/resolve-spawn'
import type { ThreadRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { ToolDefinition } from '../ports/tools'
import { sessionOf } from '../threads'

/** What an agent that only delegates has. */
const COORDINATOR_TOOLS = ['TodoWrite', 'Agent', 'SendMessage', 'TaskStop']

export function spawnRules(
  { store, forkMode, unattended }: Pick<HostParts, 'store' | 'forkMode' | 'unattended'>,
  sessionId: string,
): SpawnRules {
  return {
    forkMode: forkMode(),
    coordinator: sessionOf(store, sessionId).coordinator,
    person: unattended.audience(sessionId) === 'person',
  }
}

/** The type of that name; undefined when there is none. */
export function agentTypeOf(name: string): AgentType | undefined {
  return BUILT_IN_AGENTS.find((type) => type.name === name)
}

/** Every type there is, in the order they are offered. */
export function agentTypes(): readonly AgentType[] {
  return BUILT_IN_AGENTS
}

/** The tools a thread's first snapshot is rendered with. */
export function toolsForThread(
  parts: Pick<HostParts, 'store' | 'forkMode' | 'unattended' | 'tools'>,
  thread: ThreadRecord,
): ToolDefinition[] {
  const { tools } = parts
  const rules = spawnRules(parts, thread.sessionId)
  const forks = forksOffered(rules)
  const background = rules.person && (rules.forkMode || rules.coordinator)
  const offer = { forks, background, types: agentTypes() }
  if (thread.agentType !== null) {
    const type = agentTypeOf(thread.agentType)
    return tools.definitionsFor(offer, toolsOfAgent(type ?? { tools: null }, tools.names))
  }
  return tools.definitionsFor(offer, rules.coordinator ? COORDINATOR_TOOLS : tools.names)
}
