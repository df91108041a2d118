// Reads agents from `.claude/agents/*.md`, in the project and in the person's home folder.
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { BUILT_IN_AGENTS, FORK_TYPE } from '../../../core/agents/agent-type'
import { ourToolNames } from '../../../core/permission/tool-names'
import type { AgentFile, AgentFiles, BrokenFile } from '../../services/ports/agent-files'
import { lineOfField, modelOf, unusedFields } from './document-fields'
import { listOf, readFrontMatter } from './front-matter'
import { listContained, readContained, readOwn } from './read-contained'

const FOLDER = '.claude/agents'
const NAME = /^[a-zA-Z0-9][\w.-]{0,63}$/
const MOST_STEPS = 1_000
const USED = ['name', 'description', 'tools', 'disallowedTools', 'model', 'maxTurns']
/** Facts about a file that change nothing. */
const KNOWN = ['color', 'version', 'author', 'license', 'metadata', 'tags']

type Read = { agent: AgentFile } | { broken: BrokenFile }

/** @param home the person's home folder */
export function createAgentFiles(home = homedir()): AgentFiles {
  return {
    async read(folder) {
      const agents = new Map<string, AgentFile>()
      const broken: BrokenFile[] = []
      for (const read of [...(await ownAgents(home)), ...(await projectAgents(folder))])
        if ('agent' in read) agents.set(read.agent.name, read.agent)
        else broken.push(read.broken)
      return { agents: [...agents.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), broken }
    },
  }
}

async function ownAgents(home: string): Promise<Read[]> {
  const paths = await listContained(home, FOLDER, '.md')
  return Promise.all(paths.map(async (path) => readAgent(`~/${path}`, await readOwn(join(home, path)), 'home')))
}

async function projectAgents(folder: string): Promise<Read[]> {
  const paths = await listContained(folder, FOLDER, '.md')
  return Promise.all(paths.map(async (path) => readAgent(path, await readContained(folder, path), 'project')))
}

/** One file as an agent, or why it is none. */
function readAgent(source: string, text: string | null, origin: AgentFile['origin']): Read {
  const wrong = (reason: string, line: number | null = null): Read => ({ broken: { source, line, reason } })
  if (text === null) return wrong('it is not a readable file, or larger than 1 MB')
  if (text.includes('\0')) return wrong('it is not text')
  const { fields, body, problem } = readFrontMatter(text)
  if (problem) return wrong(problem.reason, problem.line)
  const name = String(fields.name ?? basename(source, '.md')).trim()
  if (!NAME.test(name)) return wrong('“name” must be letters, digits, dots and dashes', lineOfField(text, 'name'))
  if (name === FORK_TYPE || BUILT_IN_AGENTS.some((type) => type.name === name))
    return wrong(`“${name}” is the name of a kind everybody has`, lineOfField(text, 'name'))
  const description = typeof fields.description === 'string' ? fields.description.replaceAll(/\s+/g, ' ').trim() : ''
  if (description === '') return wrong('“description” is missing: nobody would know when to use it', 1)
  if (body.trim() === '') return wrong('it says nothing below its head')
  const steps = fields.maxTurns
  if (steps !== undefined && !isSteps(steps))
    return wrong(`“maxTurns” must be a number from 1 to ${MOST_STEPS}`, lineOfField(text, 'maxTurns'))
  const named = fields.tools === undefined ? null : ourToolNames(listOf(fields.tools).map(withoutPattern))
  const without = ourToolNames(listOf(fields.disallowedTools).map(withoutPattern))
  return {
    agent: {
      name,
      description: description.slice(0, 1_000),
      prompt: body.trim(),
      tools: named?.tools ?? null,
      withoutTools: without.tools,
      unknownTools: [...(named?.unknown ?? []), ...without.unknown],
      model: modelOf(fields.model),
      maxSteps: isSteps(steps) ? steps : null,
      readOnly: false,
      unusedFields: unusedFields(fields, USED, KNOWN),
      source,
      origin,
    },
  }
}

function isSteps(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_STEPS
}

/** `Bash(git:*)` names the tool; what of it may run unasked is for rules to say. */
function withoutPattern(tool: string): string {
  return tool.replace(/\(.*$/, '').trim()
}
