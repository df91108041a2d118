// What a tool call says of itself in one line. Pure.
import { splitToolName } from '../../shared/domain/served-tool'
import { readWebPageLine } from '../../shared/domain/web-page-line'
import { formatBytes, plural } from '../ui/format-count'
import { formatDuration } from '../ui/format-time'
import { countLines, editHunks } from './edit-hunks'
import type { Call } from './read-entries'

export type CallIcon = 'read' | 'edit' | 'search' | 'command' | 'fork' | 'message' | 'list' | 'web' | 'tool'

export interface CallWords {
  icon: CallIcon
  /** `Read`, `Bash`: the tool, as people write it. */
  verb: string
  /** What it is about: a path, a command, a pattern. */
  subject: string
}

type Kind = Omit<CallWords, 'subject'> & { subject: readonly string[] }

const PATHS = ['file_path', 'path', 'notebook_path']

const KINDS: Record<string, Kind> = {
  read: { icon: 'read', verb: 'Read', subject: PATHS },
  write: { icon: 'edit', verb: 'Write', subject: PATHS },
  edit: { icon: 'edit', verb: 'Edit', subject: PATHS },
  multiedit: { icon: 'edit', verb: 'Edit', subject: PATHS },
  glob: { icon: 'search', verb: 'Glob', subject: ['pattern'] },
  grep: { icon: 'search', verb: 'Grep', subject: ['pattern'] },
  bash: { icon: 'command', verb: 'Bash', subject: ['command'] },
  agent: { icon: 'fork', verb: 'Agent', subject: ['description', 'prompt'] },
  sendmessage: { icon: 'message', verb: 'Message', subject: ['message'] },
  taskstop: { icon: 'message', verb: 'Stop', subject: ['task_id', 'to', 'id'] },
  todowrite: { icon: 'list', verb: 'Todo', subject: [] },
  webfetch: { icon: 'web', verb: 'Fetch', subject: ['url'] },
  web_fetch: { icon: 'web', verb: 'Provider fetched', subject: ['url'] },
  web_search: { icon: 'web', verb: 'Provider searched', subject: ['query'] },
}

/** The icon, the verb and the subject of a call. An unknown tool goes by its own name and its first text argument. */
export function callWords(call: Pick<Call, 'name' | 'input'>): CallWords {
  const kind = KINDS[call.name.toLowerCase()]
  const fields = asFields(call.input)
  if (!kind) return { icon: 'tool', verb: toolVerb(call.name), subject: firstText(fields, Object.keys(fields)) }
  if (kind.icon === 'list') return { ...kind, subject: todoText(fields) }
  return { ...kind, subject: firstText(fields, kind.subject) }
}

/** `db · query` for the tool of a server; every other one goes by its own name. */
function toolVerb(name: string): string {
  const served = splitToolName(name)
  return served ? `${served.slug} · ${served.tool}` : name || 'Tool'
}

/** What came of a call, in a few words; empty where nothing short is true. `tone` is bad for what failed or was refused. */
export function callResult(call: Call): { text: string; tone: 'plain' | 'bad' | 'wait' } {
  switch (call.state) {
    case 'writing':
      return { text: 'being written', tone: 'plain' }
    case 'pending':
      return { text: 'not started', tone: 'plain' }
    case 'waiting-approval':
      return { text: 'waiting for approval', tone: 'wait' }
    case 'running':
      return { text: 'running', tone: 'plain' }
    case 'denied':
      return { text: 'denied', tone: 'bad' }
    case 'stopped':
    case 'interrupted':
      return { text: join(call.state, tookText(call)), tone: 'bad' }
    case 'failed':
      return { text: join(failedText(call), tookText(call)), tone: 'bad' }
    case 'done':
      return call.isError
        ? { text: join(exitText(call) ?? 'failed', tookText(call)), tone: 'bad' }
        : { text: doneText(call), tone: 'plain' }
  }
}

/** A page that the server refuses is told by the server's own number. */
function failedText(call: Call): string {
  const page = call.name.toLowerCase() === 'webfetch' ? readWebPageLine(call.output) : null
  return page ? join('failed', String(page.status)) : 'failed'
}

function doneText(call: Call): string {
  const whole = call.outputBytes <= new TextEncoder().encode(call.output).length
  switch (call.name.toLowerCase()) {
    case 'edit':
    case 'multiedit':
    case 'write': {
      const { added, removed } = editHunks(call.name, call.input)
      return removed > 0 ? `+${added} −${removed}` : `+${added}`
    }
    case 'read':
      if (call.images !== undefined) return plural(call.images, 'image')
      return whole ? plural(countLines(call.output), 'line') : formatBytes(call.outputBytes)
    case 'grep':
    case 'glob':
      return whole ? plural(countLines(call.output), 'line') : formatBytes(call.outputBytes)
    case 'bash':
      return join(exitText(call) ?? '', tookText(call))
    case 'webfetch':
      return join(fetchedText(call), tookText(call))
    default:
      return tookText(call)
  }
}

/** What the server answered and how much; of a page that moved, that it did. */
function fetchedText({ output }: Call): string {
  const page = readWebPageLine(output)
  if (page) return join(String(page.status), formatBytes(page.bytes))
  return / moved \(\d{3}\) to another place: /.test(output.slice(0, 2_200)) ? 'moved to another host' : ''
}

function exitText(call: Call): string | null {
  const code = /\b(?:exit(?:ed)?(?: with)?(?: code| status)?:?)\s+(\d+)\b/i.exec(call.output.slice(-400))?.[1]
  return code && code !== '0' ? `exit ${code}` : null
}

function tookText(call: Pick<Call, 'startedAt' | 'endedAt'>): string {
  return call.startedAt === null || call.endedAt === null ? '' : formatDuration(call.endedAt - call.startedAt)
}

function todoText(fields: Record<string, unknown>): string {
  const todos = Array.isArray(fields.todos) ? fields.todos : []
  const done = todos.filter((todo) => asFields(todo).status === 'completed').length
  return `${done} of ${todos.length} done`
}

function firstText(fields: Record<string, unknown>, names: readonly string[]): string {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().split('\n', 1)[0] ?? ''
  }
  return ''
}

function asFields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' · ')
}
