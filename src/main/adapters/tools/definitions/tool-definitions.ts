// The tools as they stand in a request. Their bytes are part of every prefix: a change here makes every cache start again.
import type { SkillOffer } from '../../../../core/library/skill-list'
import type { AgentOffer, ToolDefinition } from '../../../services/ports/tools'
import { agentDefinition, agentTool } from './agent'
import { bashTool } from './bash'
import { editTool } from './edit'
import { globTool } from './glob'
import { grepTool } from './grep'
import { readTool } from './read'
import { sendMessageTool } from './send-message'
import { skillDefinition, skillTool } from './skill'
import { taskStopTool } from './task-stop'
import { todoWriteTool } from './todo-write'
import { webFetchTool } from './web-fetch'
import { writeTool } from './write'

/** Every tool's face, in the order sent. */
export const TOOL_FACES = [
  readTool,
  writeTool,
  editTool,
  globTool,
  grepTool,
  bashTool,
  todoWriteTool,
  agentTool,
  sendMessageTool,
  taskStopTool,
  skillTool,
  webFetchTool,
] as const

export const TOOL_NAMES: readonly string[] = TOOL_FACES.map((face) => face.definition.name)

/** The definitions a thread gets: of the tools named, with `Agent` and `Skill` as they stand for that thread. */
export function definitionsFor(
  agents: AgentOffer,
  names: readonly string[] = TOOL_NAMES,
  skills: readonly SkillOffer[] = [],
): ToolDefinition[] {
  return TOOL_FACES.flatMap(({ definition }) => {
    const { name } = definition
    if (!names.includes(name)) return []
    if (name === 'Agent') return agentDefinition(agents)
    // Without a skill there is nothing to call: nobody pays for the words.
    if (name === 'Skill') return skills.length === 0 ? [] : skillDefinition(skills)
    return { ...definition }
  })
}
