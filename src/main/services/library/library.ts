// What a project's people keep as files, and what of it counts now.
import { BUILT_IN_AGENTS } from '../../../core/agents/agent-type'
import type { MemoryFile } from '../../../core/library/memory-text'
import type { CommandResult } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { LibraryEntry, MemoryEntry } from '../../../shared/contract/library-commands'
import type { HostParts } from '../host-parts'
import type { LibraryDocument } from '../ports/library-files'
import { projectOf } from '../threads'
import { byName, type Standing, standingOf } from './standing'

type LibraryParts = Pick<HostParts, 'store' | 'trusted' | 'agentFiles' | 'libraryFiles' | 'memoryFiles'>
type LibraryView = CommandResult<'library.list'>

const UNTRUSTED = 'The project is not trusted with this file as it is.'

export class Library {
  constructor(private readonly parts: LibraryParts) {}

  /** Agents, commands and skills of a project and of the person, and the files that are none, with the reason. */
  async list(projectId: string): Promise<LibraryView> {
    const project = projectOf(this.parts.store, projectId)
    const { agentFiles, libraryFiles } = this.parts
    const [agents, { documents, broken }] = await Promise.all([
      agentFiles.read(project.realPath),
      libraryFiles.read(project.realPath),
    ])
    const trusted = await this.parts.trusted(projectId)
    const called = byName(documents)
    return {
      entries: [
        ...BUILT_IN_AGENTS.map((type) => agentEntry({ ...type, source: null, origin: 'built-in', remarks: [] }, true)),
        ...agents.agents.map((agent) => {
          const unknown = agent.unknownTools.map((tool) => `tools: Tine has no tool named “${tool}”.`)
          const remarks = [...unknown, ...agent.unusedFields]
          return agentEntry({ ...agent, remarks }, agent.origin === 'home' || trusted)
        }),
        ...documents.map((document) => documentEntry(standingOf(document, project, trusted), called)),
      ],
      broken: [...agents.broken, ...broken],
    }
  }

  /** The notes that are told to models in a project, and what of them is left out. */
  async memory(projectId: string): Promise<CommandResult<'memory.list'>> {
    const folder = projectOf(this.parts.store, projectId).realPath
    const { memoryFiles } = this.parts
    const start = await memoryFiles.read(folder)
    const nested = await memoryFiles.within(folder, await memoryFiles.nestedFolders(folder))
    const known = new Set(start.files.map(({ path }) => path))
    return {
      files: [
        ...start.files.map((file) => memoryView(file, 'start')),
        ...nested.files.filter(({ path }) => !known.has(path)).map((file) => memoryView(file, 'nested')),
      ],
      broken: [...start.problems, ...nested.problems],
    }
  }

  /**
   * What a name calls, read now.
   *
   * @throws FailureError `not_found`, with what is wrong where the file is there and cannot be used
   */
  async find(projectId: string, name: string): Promise<Standing> {
    const project = projectOf(this.parts.store, projectId)
    const { documents, broken } = await this.parts.libraryFiles.read(project.realPath)
    const document = byName(documents).get(name)
    if (document) return standingOf(document, project, await this.parts.trusted(projectId))
    const path = name.replaceAll(':', '/')
    const file = broken.find(({ source }) => source.endsWith(`/${path}.md`) || source.endsWith(`/${path}/SKILL.md`))
    const why = file ? ` ${file.source}${file.line === null ? '' : `, line ${file.line}`}: ${file.reason}.` : ''
    throw new FailureError('not_found', `There is no command or skill “${name}”.${why}`, { name })
  }
}

function documentEntry(
  { document, counts, approved }: Standing,
  called: ReadonlyMap<string, LibraryDocument>,
): LibraryEntry {
  const { kind, name, description, source, origin, argumentHint, island, agent, allowedTools, model, remarks } =
    document
  const first = called.get(name)
  const hidden = first === document ? null : `“${name}” calls ${first?.source ?? ''}.`
  return {
    kind,
    name,
    description,
    source,
    origin,
    argumentHint,
    island,
    agent,
    model,
    tools: [...allowedTools],
    active: counts && hidden === null,
    why: hidden ?? (counts ? null : UNTRUSTED),
    shadowed: hidden !== null,
    callable: document.forPerson && hidden === null && (counts || !island),
    forModel: document.forModel && hidden === null && approved,
    remarks: [...remarks],
  }
}

interface ListedAgent {
  name: string
  description: string
  tools: readonly string[] | null
  model: string | null
  source: string | null
  origin: LibraryEntry['origin']
  remarks: readonly string[]
}

function agentEntry(agent: ListedAgent, active: boolean): LibraryEntry {
  const { name, description, tools, model, source, origin, remarks } = agent
  return {
    kind: 'agent',
    name,
    description,
    source,
    origin,
    argumentHint: null,
    island: false,
    agent: null,
    model,
    tools: tools === null ? null : [...tools],
    active,
    why: active ? null : UNTRUSTED,
    shadowed: false,
    callable: false,
    forModel: active,
    remarks: [...remarks],
  }
}

function memoryView({ path, text, importedBy }: MemoryFile, when: MemoryEntry['when']): MemoryEntry {
  const origin = path.startsWith('~/') ? 'home' : path.startsWith('/') ? 'above' : 'project'
  return { path, importedBy, chars: text.length, origin, when }
}
