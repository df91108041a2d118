// What is listed of each kind of file: one shape for all of them, whatever they are.
import type { LibraryEntry, LibraryHook, MemoryEntry } from '../../../shared/contract/library-commands'
import type { ToolServer } from '../../../shared/domain/tool-server'
import { formatCount } from '../../ui/format-count'
import type { LibraryReading } from './use-library'

export type RowState = 'active' | 'inert' | 'broken' | 'overshadowed'

export interface LibraryRow {
  key: string
  name: string
  /** The file as a person names it; null: built in. */
  source: string | null
  state: RowState
  /** What it is for, or what it does. */
  description: string
  /** Further facts, each with its name. */
  facts: readonly { label: string; text: string }[]
  /** Why it is not active, and what of it does not count though the rest does. */
  remarks: readonly string[]
}

export interface LibrarySection {
  id: 'agents' | 'commands' | 'skills' | 'memory' | 'hooks' | 'servers'
  title: string
  /** What belongs here and where it is kept: said where there is nothing. */
  teaches: string
  rows: readonly LibraryRow[]
}

type Broken = LibraryReading['library']['broken'][number]

/** All sections in their order, the empty ones as well: each says what could stand there. */
export function librarySections({ library, memory, servers }: LibraryReading): LibrarySection[] {
  const entries = (kind: LibraryEntry['kind']) => library.entries.filter((entry) => entry.kind === kind).map(entryRow)
  const broken = (part: LibrarySection['id']) =>
    library.broken.filter((file) => sectionOf(file) === part).map(brokenRow)
  return [
    section('agents', [...entries('agent'), ...broken('agents')]),
    section('commands', [...entries('command'), ...broken('commands')]),
    section('skills', [...entries('skill'), ...broken('skills')]),
    section('memory', [...memory.files.map(memoryRow), ...memory.broken.map(brokenRow)]),
    section('hooks', [...(library.hooks ?? []).map(hookRow), ...broken('hooks')]),
    section('servers', [...servers.servers.map(serverRow), ...servers.broken.map(brokenRow), ...broken('servers')]),
  ]
}

const WORDS: Record<LibrarySection['id'], Pick<LibrarySection, 'title' | 'teaches'>> = {
  agents: {
    title: 'Agents',
    teaches: 'A file such as .claude/agents/reviewer.md makes a kind of fresh agent that the model can start.',
  },
  commands: {
    title: 'Commands',
    teaches:
      'A file such as .claude/commands/fix.md is called with /fix in the message; $ARGUMENTS takes what follows.',
  },
  skills: {
    title: 'Skills',
    teaches:
      'A folder such as .claude/skills/release with a SKILL.md is called with /release, and by the model when it fits.',
  },
  memory: {
    title: 'Memory',
    teaches:
      'What CLAUDE.md or AGENTS.md says in the project, in a folder of it or in ~/.claude is told to every session.',
  },
  hooks: {
    title: 'Hooks',
    teaches:
      'Commands under “hooks” in .claude/settings.json run when something happens, such as before each call of a tool.',
  },
  servers: {
    title: 'Tool servers',
    teaches: 'Servers under “mcpServers” in .mcp.json give the model further tools.',
  },
}

function section(id: LibrarySection['id'], rows: readonly LibraryRow[]): LibrarySection {
  return { id, ...WORDS[id], rows }
}

/** Where a file that cannot be used would have stood. */
function sectionOf({ source }: Broken): LibrarySection['id'] {
  if (source.includes('.claude/agents/')) return 'agents'
  if (source.includes('.claude/commands/')) return 'commands'
  if (source.includes('.claude/skills/')) return 'skills'
  return source.endsWith('.mcp.json') ? 'servers' : 'hooks'
}

function entryRow(entry: LibraryEntry): LibraryRow {
  const { kind, name, source, active, shadowed, why, description, island, agent, tools, model, remarks } = entry
  const facts = [
    ...(kind === 'agent' ? [] : [{ label: 'Called by', text: callers(entry) }]),
    ...(island ? [{ label: 'Runs', text: `isolated${agent === null ? '' : ` as ${agent}`}` }] : []),
    ...(tools === null || tools.length > 0 || kind === 'agent' ? [{ label: 'Tools', text: toolWords(tools) }] : []),
    ...(model === null ? [] : [{ label: 'Model', text: model }]),
  ]
  return {
    key: `${kind} ${source} ${name}`,
    name: kind === 'agent' ? name : `/${name}`,
    source,
    state: shadowed ? 'overshadowed' : active ? 'active' : 'inert',
    description,
    facts,
    remarks: why === null ? remarks : [why, ...remarks],
  }
}

function callers({ callable, forModel }: LibraryEntry): string {
  if (callable && forModel) return 'you and the model'
  return callable ? 'you' : forModel ? 'the model' : 'nobody now'
}

function toolWords(tools: readonly string[] | null): string {
  if (tools === null) return 'all'
  return tools.length === 0 ? 'none' : tools.join(', ')
}

function memoryRow({ path, importedBy, chars, when }: MemoryEntry): LibraryRow {
  const told = when === 'start' ? 'at the start of every session' : 'when a file in its folder is first read'
  return {
    key: `memory ${path}`,
    name: path,
    source: path,
    state: 'active',
    description: importedBy === null ? `Told ${told}` : `Imported by ${importedBy}, told ${told}`,
    facts: [{ label: 'Length', text: `${formatCount(chars)} characters` }],
    remarks: [],
  }
}

function hookRow({ event, matcher, command, source, line, active, why, remarks }: LibraryHook, n: number): LibraryRow {
  return {
    key: `hook ${n} ${source}`,
    name: matcher === '' ? event : `${event} ${matcher}`,
    source: line === null ? source : `${source}, line ${line}`,
    state: active ? 'active' : 'inert',
    description: command,
    facts: [],
    remarks: why === null ? remarks : [why, ...remarks],
  }
}

const SERVER_STATES: Record<ToolServer['state'], RowState> = {
  inert: 'inert',
  disabled: 'inert',
  invalid: 'broken',
  resting: 'active',
  starting: 'active',
  connected: 'active',
  failed: 'broken',
}

function serverRow({ name, source, state, shown, tools, reason }: ToolServer): LibraryRow {
  return {
    key: `server ${source} ${name}`,
    name,
    source,
    state: SERVER_STATES[state],
    description: shown,
    facts: tools.length === 0 ? [] : [{ label: 'Tools', text: tools.map((tool) => tool.name).join(', ') }],
    remarks: reason === null ? [] : [reason],
  }
}

function brokenRow({ source, line, reason }: Broken, n: number): LibraryRow {
  return {
    key: `broken ${n} ${source}`,
    name: source.slice(source.lastIndexOf('/') + 1),
    source: line === null ? source : `${source}, line ${line}`,
    state: 'broken',
    description: '',
    facts: [],
    remarks: [`${reason.charAt(0).toUpperCase()}${reason.slice(1)}${reason.endsWith('.') ? '' : '.'}`],
  }
}
