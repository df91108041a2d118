// The tools as they stand in a request. Their bytes are part of every prefix: a change here makes every cache start again.
import type { ToolDefinition } from '../../../services/ports/tools'
import { agentTool } from './agent'
import { bashTool } from './bash'
import { editTool } from './edit'
import { globTool } from './glob'
import { grepTool } from './grep'
import { readTool } from './read'
import { sendMessageTool } from './send-message'
import { taskStopTool } from './task-stop'
import { todoWriteTool } from './todo-write'
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
] as const

export const TOOL_DEFINITIONS: readonly ToolDefinition[] = TOOL_FACES.map((face) => face.definition)
