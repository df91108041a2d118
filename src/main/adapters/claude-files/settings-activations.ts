// What a project's settings and tool servers would switch on.
import { z } from 'zod'
import { namedVariables } from '../../../core/mcp/expand-variables'
import { shownEntry, textsOfEntry } from '../../../core/mcp/server-entry'
import type { Activation } from '../../../shared/contract/system-commands'
import { parseSettingsFile } from './settings-file'

/** Hooks, environment, helpers and allow rules of a settings file; a broken file switches on nothing. */
export function settingsActivations(path: string, text: string): Activation[] {
  const read = parseSettingsFile(text)
  if (!read.ok) return []
  const { hooks, env, permissions, apiKeyHelper, statusLine } = read.settings
  const found: Activation[] = []
  for (const [event, hook] of Object.entries(hooks))
    found.push({ kind: 'hook', source: path, text: `${event}: ${commandsIn(hook).join('; ') || 'no command'}` })
  for (const name of Object.keys(env)) found.push({ kind: 'environment', source: path, text: name })
  for (const rule of permissions.allow) found.push({ kind: 'allow-rule', source: path, text: rule })
  for (const folder of permissions.additionalDirectories)
    found.push({ kind: 'allow-rule', source: path, text: `additional folder ${folder}` })
  if (permissions.defaultMode === 'acceptEdits')
    found.push({ kind: 'allow-rule', source: path, text: 'new sessions accept edits' })
  if (apiKeyHelper) found.push({ kind: 'shell-command', source: path, text: `apiKeyHelper: ${apiKeyHelper}` })
  for (const command of commandsIn(statusLine))
    found.push({ kind: 'shell-command', source: path, text: `statusLine: ${command}` })
  return found
}

const serverFile = z.object({ mcpServers: z.record(z.string(), z.looseObject({})).catch({}) })

/** The servers of `.mcp.json`, each with what it would start or reach. */
export function serverActivations(path: string, text: string): Activation[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
  const read = serverFile.safeParse(parsed)
  if (!read.success) return []
  return Object.entries(read.data.mcpServers).map(([name, server]) => ({
    kind: 'tool-server',
    source: path,
    text: `${name}: ${shownEntry(server)}${besides(server)}`,
  }))
}

/** What a server is given: names only, for a value may be a secret. */
function besides(server: Record<string, unknown>): string {
  const reads = namedVariables(textsOfEntry(server).join('\n'))
  const sets = Object.keys(isNamed(server.env) ? server.env : {})
  const facts = [sets.length > 0 ? `sets ${sets.join(', ')}` : '', reads.length > 0 ? `reads ${reads.join(', ')}` : '']
  const said = facts.filter((fact) => fact !== '').join('; ')
  return said === '' ? '' : ` (${said})`
}

function isNamed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every `command` that stands anywhere in a hook's configuration. */
export function commandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'command' && typeof inner === 'string' ? [inner] : commandsIn(inner),
  )
}
