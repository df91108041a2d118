// A call as a person describes it, and as the host is asked about it.

export interface CallKind {
  value: string
  label: string
  /** What is asked for beside it. */
  asks: string
  placeholder: string
  /** The call of a tool with what was written. */
  call(text: string): { tool: string; input: Record<string, unknown> }
}

export const CALL_KINDS: readonly [CallKind, ...CallKind[]] = [
  {
    value: 'Bash',
    label: 'Run a command',
    asks: 'Command',
    placeholder: 'npm run test -- --watch=false',
    call: (command) => ({ tool: 'Bash', input: { command } }),
  },
  {
    value: 'Read',
    label: 'Read a file',
    asks: 'Path',
    placeholder: 'src/app.ts, ~/.ssh/config',
    call: (file_path) => ({ tool: 'Read', input: { file_path } }),
  },
  {
    value: 'Edit',
    label: 'Change a file',
    asks: 'Path',
    placeholder: 'src/app.ts',
    call: (file_path) => ({ tool: 'Edit', input: { file_path } }),
  },
  {
    value: 'Grep',
    label: 'Search a folder',
    asks: 'Path',
    placeholder: 'src',
    call: (path) => ({ tool: 'Grep', input: { pattern: 'x', path } }),
  },
  {
    value: 'WebFetch',
    label: 'Fetch a page',
    asks: 'Address',
    placeholder: 'https://example.org/page',
    call: (url) => ({ tool: 'WebFetch', input: { url } }),
  },
  {
    value: 'Agent',
    label: 'Start an agent',
    asks: 'Type of the agent',
    placeholder: 'explore',
    call: (subagent_type) => ({ tool: 'Agent', input: { subagent_type } }),
  },
  {
    value: 'other',
    label: 'Another tool',
    asks: 'Name of the tool',
    placeholder: 'mcp__server__tool',
    call: (tool) => ({ tool, input: {} }),
  },
]

/** The kind of a value of the list. */
export function callKind(value: string): CallKind {
  return CALL_KINDS.find((kind) => kind.value === value) ?? CALL_KINDS[0]
}
