// A call of a tool as hooks know it: the ecosystem's names for the tool and for what it is given.
import { absoluteFrom, below, isAbsolutePath, segmentsOf } from '../permission/path-text'
import { ecosystemToolNames } from '../permission/tool-names'

export interface HookToolCall {
  tool_name: string
  tool_input: Record<string, unknown>
}

export interface HookPlace {
  /** The folder the thread works in. */
  folder: string
  /** Of an isolated thread: absolute paths below this mean the same path below `mapTo`. */
  mapFrom: string | null
  mapTo: string | null
}

type Rename = readonly [ours: string, theirs: string]

const RENAMES: Readonly<Record<string, readonly Rename[]>> = {
  bash: [['timeout_ms', 'timeout']],
  grep: [
    ['output', 'output_mode'],
    ['ignore_case', '-i'],
    ['before', '-B'],
    ['after', '-A'],
    ['limit', 'head_limit'],
  ],
}
const FILES_ONLY = { ours: 'files', theirs: 'files_with_matches' }
const PATH_FIELDS = ['file_path', 'path']

/** Every name a hook may be meant by for a tool of ours; the first is the one it is told. */
export function hookToolNames(tool: string, input: unknown): readonly [string, ...string[]] {
  if (tool === 'bash' && isObject(input) && input.job_id !== undefined) return ['BashOutput']
  return ecosystemToolNames(tool)
}

/** A call as a hook is told of it: paths are absolute, and those inherited from a parent are the thread's own. */
export function toHookCall(tool: string, input: unknown, place: HookPlace): HookToolCall {
  const [tool_name] = hookToolNames(tool, input)
  const given = isObject(input) ? input : {}
  if (tool_name === 'BashOutput') return { tool_name, tool_input: { bash_id: given.job_id } }
  const tool_input = renamed(given, RENAMES[tool] ?? [])
  if (tool_input.output_mode === FILES_ONLY.ours) tool_input.output_mode = FILES_ONLY.theirs
  for (const field of PATH_FIELDS) {
    const path = tool_input[field]
    if (typeof path === 'string' && !path.startsWith('~')) tool_input[field] = ownPath(path, place)
  }
  return { tool_name, tool_input }
}

/** What a hook wants a tool to be given, in our words; whether the tool takes that is for others to check. */
export function fromHookInput(tool: string, input: Record<string, unknown>): Record<string, unknown> {
  const back = (RENAMES[tool] ?? []).map(([ours, theirs]): Rename => [theirs, ours])
  const given = renamed(input, back)
  if (tool === 'grep' && given.output === FILES_ONLY.theirs) given.output = FILES_ONLY.ours
  return given
}

function renamed(input: Record<string, unknown>, renames: readonly Rename[]): Record<string, unknown> {
  const names = new Map(renames)
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [names.get(key) ?? key, value]))
}

function ownPath(path: string, { folder, mapFrom, mapTo }: HookPlace): string {
  if (!isAbsolutePath(path)) return join(absoluteFrom(folder, path), folder)
  if (mapFrom === null) return path
  const own = segmentsOf(mapTo ?? folder)
  const segments = segmentsOf(path)
  const inherited = below(own, segments) ? null : below(segmentsOf(mapFrom), segments)
  return inherited ? join([...own, ...inherited], path) : path
}

function join(segments: readonly string[], like: string): string {
  return like.startsWith('/') ? `/${segments.join('/')}` : segments.join('\\')
}

/** What a tool answered, in the form hooks look for. */
export function toHookResponse(
  tool: string,
  toolInput: Record<string, unknown>,
  text: string,
): Record<string, unknown> {
  if (tool === 'bash') return { stdout: text, stderr: '', interrupted: false, isImage: false }
  if (tool === 'write' || tool === 'edit') return { filePath: toolInput.file_path, success: true }
  if (tool === 'read') return { type: 'text', file: { filePath: toolInput.file_path, content: text } }
  return { content: text }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
