// What a project's people keep as files, and what of it counts now.
import { BUILT_IN_AGENTS } from '../../../core/agents/agent-type'
import type { CommandResult } from '../../../shared/contract/commands'
import { FailureError } from '../../../shared/contract/failure'
import type { LibraryEntry } from '../../../shared/contract/library-commands'
import type { ProjectRecord } from '../../store/records'
import type { HostParts } from '../host-parts'
import type { LibraryDocument } from '../ports/library-files'
import { projectOf } from '../threads'

type LibraryParts = Pick<HostParts, 'store' | 'trusted' | 'agentFiles' | 'libraryFiles'>
type LibraryView = CommandResult<'library.list'>

/** A document as it stands now. */
export interface Standing {
  document: LibraryDocument
  /** Whether all that it says counts; a text alone always does. */
  counts: boolean
}

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
          const remarks = agent.unknownTools.map((tool) => `tools: Tine has no tool named “${tool}”.`)
          return agentEntry({ ...agent, remarks }, agent.origin === 'home' || trusted)
        }),
        ...documents.map((document) => documentEntry(document, counts(document, project, trusted), called)),
      ],
      broken: [...agents.broken, ...broken],
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
    if (document) return { document, counts: counts(document, project, await this.parts.trusted(projectId)) }
    const path = name.replaceAll(':', '/')
    const file = broken.find(({ source }) => source.endsWith(`/${path}.md`) || source.endsWith(`/${path}/SKILL.md`))
    const why = file ? ` ${file.source}${file.line === null ? '' : `, line ${file.line}`}: ${file.reason}.` : ''
    throw new FailureError('not_found', `There is no command or skill “${name}”.${why}`, { name })
  }
}

/** Of one name the person's own comes before the project's: no repository takes a name from them. A skill comes before a command. */
function byName(documents: readonly LibraryDocument[]): Map<string, LibraryDocument> {
  const rank = ({ origin, kind }: LibraryDocument) => (origin === 'home' ? 0 : 2) + (kind === 'skill' ? 0 : 1)
  const called = new Map<string, LibraryDocument>()
  for (const document of [...documents].sort((a, b) => rank(a) - rank(b)))
    if (!called.has(document.name)) called.set(document.name, document)
  return called
}

/**
 * Whether a person stands behind what a document switches on: it is their own, or they trusted the project with exactly this
 * content. Compared with the very text that was read: what is on the disk a moment later does not vouch for it.
 */
function counts(document: LibraryDocument, project: ProjectRecord, trusted: boolean): boolean {
  if (document.origin === 'home' || !switchesOn(document)) return true
  return trusted && project.trustedFiles[document.source] === document.contentHash
}

function switchesOn({ island, allowedTools, runsCommands }: LibraryDocument): boolean {
  return island || runsCommands || allowedTools.length > 0
}

function documentEntry(
  document: LibraryDocument,
  active: boolean,
  called: ReadonlyMap<string, LibraryDocument>,
): LibraryEntry {
  const { kind, name, description, source, origin, argumentHint, island, agent, allowedTools, remarks } = document
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
    tools: [...allowedTools],
    active: active && hidden === null,
    why: hidden ?? (active ? null : UNTRUSTED),
    callable: hidden === null && (active || !island),
    remarks: [...remarks],
  }
}

interface ListedAgent {
  name: string
  description: string
  tools: readonly string[] | null
  source: string | null
  origin: LibraryEntry['origin']
  remarks: readonly string[]
}

function agentEntry({ name, description, tools, source, origin, remarks }: ListedAgent, active: boolean): LibraryEntry {
  return {
    kind: 'agent',
    name,
    description,
    source,
    origin,
    argumentHint: null,
    island: false,
    agent: null,
    tools: tools === null ? null : [...tools],
    active,
    why: active ? null : UNTRUSTED,
    callable: false,
    remarks: [...remarks],
  }
}
