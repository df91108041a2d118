// One table of tool names: those of the ecosystem's files and those Tine's model sees.

/** Left: as written in rules, `tools:`, `allowed-tools`, hooks and imports. Right: ours; null: Tine has no such tool. */
const TABLE: Readonly<Record<string, string | null>> = {
  Read: 'read',
  NotebookRead: 'read',
  Write: 'write',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Bash: 'bash',
  Glob: 'glob',
  LS: 'glob',
  Grep: 'grep',
  Task: 'Agent',
  Agent: 'Agent',
  TodoWrite: 'TodoWrite',
  SendMessage: 'SendMessage',
  TaskStop: 'TaskStop',
  KillShell: 'TaskStop',
  KillBash: 'TaskStop',
  Skill: 'Skill',
  SlashCommand: 'Skill',
  WebFetch: 'WebFetch',
  WebSearch: null,
  BashOutput: null,
  ExitPlanMode: null,
  AskUserQuestion: null,
  read: 'read',
  write: 'write',
  edit: 'edit',
  bash: 'bash',
  glob: 'glob',
  grep: 'grep',
}

const MCP = /^mcp__[A-Za-z0-9_.-]+$/

/**
 * Our name for a tool named in someone's file.
 *
 * @returns null for a name we have no tool for: in an allow list it allows nothing, and is reported
 */
export function ourToolName(name: string): string | null {
  if (Object.hasOwn(TABLE, name)) return TABLE[name] ?? null
  return MCP.test(name) ? name : null
}

/** Translates a list of names; `unknown` holds those that name no tool of ours, in order. */
export function ourToolNames(names: readonly string[]): { tools: string[]; unknown: string[] } {
  const tools = new Set<string>()
  const unknown: string[] = []
  for (const name of names) {
    const ours = ourToolName(name)
    if (ours === null) unknown.push(name)
    else tools.add(ours)
  }
  return { tools: [...tools], unknown }
}

/** Names the ecosystem has two of: the first is the one in use, the others are older and mean the same. */
const NAMES_IN_USE: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Agent: ['Agent', 'Task'],
  edit: ['Edit', 'MultiEdit'],
  TaskStop: ['TaskStop', 'KillShell', 'KillBash'],
}

/** What the ecosystem calls a tool of ours: the name in use, then older ones; a tool of a server has one everywhere. */
export function ecosystemToolNames(tool: string): readonly [string, ...string[]] {
  const first = Object.entries(TABLE).find(([theirs, ours]) => ours === tool && /^[A-Z]/.test(theirs))
  return NAMES_IN_USE[tool] ?? [first?.[0] ?? tool]
}

/** The name a rule for this tool is written with. */
export function ruleToolName(tool: string): string {
  switch (tool) {
    case 'read':
    case 'glob':
    case 'grep':
      return 'Read'
    case 'write':
    case 'edit':
      return 'Edit'
    case 'bash':
      return 'Bash'
    default:
      return tool
  }
}
