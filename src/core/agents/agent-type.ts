// The kinds of fresh-context agents: what each is for, what it is told, and what it may use.
import { isServerTool, meansServerTool } from '../mcp/tool-name'

export interface AgentType {
  name: string
  /** For the model that chooses: what it is good for. */
  description: string
  /** What it is told it is; its own system prompt begins with this. */
  prompt: string
  /** The tools it has, by our names; null: all that an agent can have. */
  tools: readonly string[] | null
  /** Tools it does not have, whatever else it has. */
  withoutTools?: readonly string[]
  /** null: the model of the thread that starts it. */
  model: string | null
  /** null: the limit of the settings. */
  maxSteps: number | null
  /** Whether nothing it has can change a file; commands are held to that as well. */
  readOnly: boolean
}

/** What an agent without a type is. */
export const GENERAL_PURPOSE = 'general-purpose'

/** The name that means a fork wherever a type can be named. */
export const FORK_TYPE = 'fork'

const LOOK = ['read', 'glob', 'grep', 'bash', 'TodoWrite', 'TaskStop', 'WebFetch']

const ENDS = `You were given one task by another agent, and you know nothing else of its conversation. You cannot ask; where the task leaves something open, choose what serves it best and say so. What you write last is all that comes back: make it the whole answer, with paths and facts, and nothing you did not see.`

/** The types every project has. */
export const BUILT_IN_AGENTS: readonly AgentType[] = [
  {
    name: GENERAL_PURPOSE,
    description: 'Does a task that stands by itself, from finding out to changing files, with all tools.',
    prompt: `You are an agent of Tine, a workbench for coding agents. Do the task you are given, completely and nothing beside it. Look before you change, follow the conventions you find, and verify with the project's own commands where there are any.\n\n${ENDS}`,
    tools: null,
    model: null,
    maxSteps: null,
    readOnly: false,
  },
  {
    name: 'explore',
    description: 'Finds things out in the code and reports them; reads only.',
    prompt: `You are an agent of Tine that finds things out in a code base. You can only read: nothing you have changes a file. Search widely first, then read what matters; run independent searches side by side, and stop when the question is answered.\n\n${ENDS}`,
    tools: LOOK,
    model: null,
    maxSteps: null,
    readOnly: true,
  },
  {
    name: 'plan',
    description: 'Works out how a change should be made, step by step, and reports the plan; reads only.',
    prompt: `You are an agent of Tine that plans changes of a code base. You can only read: nothing you have changes a file. Read what the change touches and who depends on it, weigh the ways it could be made, and choose one. Report the steps in order, with the files of each, what could break, and how to verify it.\n\n${ENDS}`,
    tools: LOOK,
    model: null,
    maxSteps: null,
    readOnly: true,
  },
]

/** Agents start no agents and have none to write to. */
const NOT_FOR_AGENTS = new Set(['Agent', 'SendMessage'])

/** The tools an agent of a type has, of those there are, in their order. A type that only reads has none of a server. */
export function toolsOfAgent(
  { tools, withoutTools = [], readOnly }: Pick<AgentType, 'tools' | 'withoutTools' | 'readOnly'>,
  available: readonly string[],
): string[] {
  const names = (list: readonly string[], name: string) =>
    list.some((entry) => entry === name || meansServerTool(entry, name))
  return available.filter(
    (name) =>
      !NOT_FOR_AGENTS.has(name) &&
      !(readOnly && isServerTool(name)) &&
      !names(withoutTools, name) &&
      (tools === null || names(tools, name)),
  )
}

/** What an agent is given as its first message: the task, and where it works. */
export function agentTaskText(
  task: string,
  place: { isolation: 'worktree' | 'none' | 'readonly'; folder: string; branch: string | null },
): string {
  if (place.isolation === 'worktree')
    return `${task}\n\nYou work in your own git worktree ${place.folder} on branch ${place.branch ?? ''}. Commit what you change there, and report the commit hash.`
  const shared = `You work in ${place.folder}, which others use at the same time.`
  return place.isolation === 'readonly' ? `${task}\n\n${shared}` : `${task}\n\n${shared} Do not commit.`
}
