// The tools as they stand in a request. Their bytes are part of every prefix: a change here makes every cache start again.
import type { AgentOffer, ToolDefinition } from '../../../services/ports/tools'
import { agentDefinition, agentTool } from './agent'
import { bashTool } from './bash'
import { editTool } from './edit'
import { globTool } from './glob'
import { grepTool } from './grep'
import { readTool } from './read'
import { sendMessageTool } from './send-message'
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
  webFetchTool,
] as const

export const TOOL_NAMES: readonly string[] = TOOL_FACES.map((face) => face.definition.name)

/** The definitions a thread gets: of the tools named, with `Agent` as it stands for that thread. */
export function definitionsFor(agents: AgentOffer, names: readonly string[] = TOOL_NAMES): ToolDefinition[] {
  return TOOL_FACES.filter(({ definition }) => names.includes(definition.name)).map(({ definition }) =>
    definition.name === 'Agent' ? agentDefinition(agents) : { ...definition },
  )
}
