// Which files name tool servers: the project's `.mcp.json`, and the person's own `~/.claude.json` and `~/.claude/settings.json`.
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Variables } from '../../../core/mcp/expand-variables'
import { readServerEntry, shownEntry } from '../../../core/mcp/server-entry'
import type { BrokenFile } from '../../services/ports/agent-files'
import type { ConfiguredServer, ServerFiles } from '../../services/ports/tool-servers'
import { readContained, readOwn } from '../claude-files/read-contained'

const PROJECT_FILE = '.mcp.json'
const OWN_FILE = '~/.claude.json'
const OWN_SETTINGS = '~/.claude/settings.json'
/** The ecosystem keeps a history in the same file. */
const MOST_OWN_BYTES = 64 * 1024 * 1024
const MOST_SERVERS = 100
const MOST_NAME_CHARS = 100
const MOST_SHOWN_CHARS = 500

export interface ServerFilesOptions {
  /** This process's environment: what `${NAME}` stands for. */
  env: NodeJS.ProcessEnv
  /** The person's home folder. */
  home?: string | undefined
}

interface Reading {
  servers: ConfiguredServer[]
  broken: BrokenFile[]
  /** Names that a settings file switches off, of the project's file. */
  disabled: Set<string>
}

/** Reads the files anew each time: they are small, and never stale. In the ecosystem's order: own for this project, project, own. */
export function createServerFiles({ env, home = env.HOME || homedir() }: ServerFilesOptions): ServerFiles {
  const variables = variablesOf(env)
  return {
    async read(folder) {
      const reading: Reading = { servers: [], broken: [], disabled: new Set() }
      const own = await readJson(OWN_FILE, await readOwn(join(home, '.claude.json'), MOST_OWN_BYTES), reading)
      const settings = await readJson(OWN_SETTINGS, await readOwn(join(home, '.claude/settings.json')), null)
      const project = await readJson(PROJECT_FILE, await readContained(folder, PROJECT_FILE), reading)
      for (const shown of ['.claude/settings.json', '.claude/settings.local.json'])
        noteDisabled(await readJson(shown, await readContained(folder, shown), null), reading)
      noteDisabled(settings, reading)
      const mine = fieldOf(fieldOf(own, 'projects'), folder)
      noteDisabled(mine, reading)
      take(mine, `${OWN_FILE}, for this project`, 'home', variables, reading)
      take(project, PROJECT_FILE, 'project', variables, reading)
      take(own, OWN_FILE, 'home', variables, reading)
      take(settings, OWN_SETTINGS, 'home', variables, reading)
      const isOff = ({ origin, name }: ConfiguredServer) => origin === 'project' && reading.disabled.has(name)
      return {
        servers: reading.servers.map((server) => (isOff(server) ? { ...server, disabled: true } : server)),
        broken: reading.broken,
      }
    },
  }
}

/** A key for the model never reaches a server, under whatever name; nor do settings of Tine's. */
function variablesOf(env: NodeJS.ProcessEnv): Variables {
  const key = env.ANTHROPIC_API_KEY
  return (name) => {
    const value = env[name]
    const holdsKey = key !== undefined && key !== '' && (value?.includes(key) ?? false)
    if (/^(ANTHROPIC|TINE)_/i.test(name) || holdsKey)
      return { refused: `the variable ${name} is not given to tool servers` }
    return value
  }
}

/** @param reading hears of a file that is no JSON; null where somebody else tells of it */
async function readJson(source: string, text: string | null, reading: Reading | null): Promise<unknown> {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = Number(/position (\d+)/.exec(error.message)?.[1] ?? text.length)
    const line = text.slice(0, position).split('\n').length
    reading?.broken.push({ source, line, reason: 'it is not JSON' })
    return undefined
  }
}

function noteDisabled(value: unknown, { disabled }: Reading): void {
  const names = fieldOf(value, 'disabledMcpjsonServers')
  for (const name of Array.isArray(names) ? names : []) if (typeof name === 'string') disabled.add(name)
}

function take(
  value: unknown,
  source: string,
  origin: ConfiguredServer['origin'],
  variables: Variables,
  reading: Reading,
): void {
  const servers = fieldOf(value, 'mcpServers')
  if (servers === undefined) return
  if (typeof servers !== 'object' || servers === null || Array.isArray(servers)) {
    reading.broken.push({ source, line: null, reason: '“mcpServers” is not an object' })
    return
  }
  const entries = Object.entries(servers)
  if (entries.length > MOST_SERVERS)
    reading.broken.push({
      source,
      line: null,
      reason: `only the first ${MOST_SERVERS} of its ${entries.length} servers are read`,
    })
  for (const [name, raw] of entries.slice(0, MOST_SERVERS)) {
    if (name.length > MOST_NAME_CHARS) {
      reading.broken.push({
        source,
        line: null,
        reason: `the name of a server is longer than ${MOST_NAME_CHARS} characters`,
      })
      continue
    }
    const read = readServerEntry(raw, variables)
    reading.servers.push({
      name,
      source,
      origin,
      shown: shownEntry(raw).slice(0, MOST_SHOWN_CHARS),
      entry: read.ok ? read.entry : null,
      problem: read.ok ? null : read.reason,
      disabled: fieldOf(raw, 'disabled') === true,
    })
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}
