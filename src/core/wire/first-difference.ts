// Rule 5 in words: where a request leaves the prefix it should repeat. Asked only when two chains differ, so it may take its time.
import type { FirstDifference } from '../../shared/domain/first-difference'
import { type JsonDifference, jsonDifference, sharedLength } from './json-difference'
import { parseSnapshot, type SnapshotFields } from './wire-snapshot'

/** What a request's chain is made of. */
export interface WirePrefix {
  snapshotText: string
  betas: readonly string[]
  blocks: readonly SentBlock[]
}

interface SentBlock {
  role: string
  json: string
}

type Difference = Pick<FirstDifference, 'path' | 'what'>

const PARAMETERS = ['tool_choice', 'thinking', 'output_config'] as const satisfies readonly (keyof SnapshotFields)[]
const MOST_NAMES = 3

/**
 * Names the first thing in which a request differs from the prefix it was expected to repeat, in the order of the chain:
 * model, speed, tools, system, parameters, messages. Null: it repeats all of it; that it goes on is no difference.
 */
export function firstDifference(expected: WirePrefix, actual: WirePrefix): Difference | null {
  const [before, after] = [parseSnapshot(expected.snapshotText), parseSnapshot(actual.snapshotText)]
  return (
    below('model', jsonDifference(before.model, after.model)) ??
    below('speed', jsonDifference(before.speed ?? undefined, after.speed ?? undefined)) ??
    toolDifference(before.tools, after.tools) ??
    below('system', listDifference(before.system, after.system)) ??
    parameterDifference(before, after) ??
    below('betas', listDifference(expected.betas, actual.betas)) ??
    blockDifference(expected.blocks, actual.blocks)
  )
}

interface SealedBlock extends SentBlock {
  position: number
  /** The link of the chain that was stored with it. */
  link: string
}

/**
 * Names the first block whose recomputed link is not the one that was stored when it was sealed: what was sent then is not
 * stored anywhere else, so that only the place can be told, and whether something before it is missing.
 *
 * @param links the recomputed chain, one link per block
 * @param startPosition blocks before it were sealed in another epoch, under another prefix
 */
export function sealedDifference(
  blocks: readonly SealedBlock[],
  links: readonly string[],
  startPosition: number,
): Difference | null {
  const n = blocks.findIndex((block, i) => block.position >= startPosition && block.link !== links[i])
  const [before, block] = [blocks[n - 1], blocks[n]]
  if (!block) return null
  const path = blockPath(blocks, n)
  // A block before it that is sealed in this epoch repeats its link, so that the chain is broken right here.
  const isChecked = before !== undefined && before.position >= startPosition
  if (!isChecked) return { path, what: `${kindOf(block)}, or what stands before it, is not what was sealed` }
  return before.position + 1 < block.position
    ? { path, what: 'what stood here is missing' }
    : { path, what: `${kindOf(block)} is not what was sealed` }
}

/** Where the nth block stands in a body: neighbours of one role are one message. */
export function blockPath(blocks: readonly SentBlock[], n: number): string {
  let [message, content] = [-1, 0]
  for (let i = 0; i <= n; i++) {
    const starts = blocks[i]?.role !== blocks[i - 1]?.role
    content = starts ? 0 : content + 1
    if (starts) message++
  }
  return `messages.${message}.content.${content}`
}

function toolDifference(expected: SnapshotFields['tools'], actual: SnapshotFields['tools']): Difference | null {
  const [before, after] = [expected.map(nameOf), actual.map(nameOf)]
  const removed = before.filter((name) => !after.includes(name))
  const added = after.filter((name) => !before.includes(name))
  if (removed.length > 0 || added.length > 0) {
    const words = [
      ...(removed.length > 0 ? [`${listed(removed)} removed`] : []),
      ...(added.length > 0 ? [`${listed(added)} added`] : []),
    ]
    return { path: 'tools', what: words.join(', ') }
  }
  if (before.length !== after.length) return { path: 'tools', what: 'a tool is there more than once' }
  const moved = after.find((name, n) => name !== before[n])
  if (moved !== undefined) return { path: 'tools', what: `other order from ${moved} on` }
  for (const [n, tool] of expected.entries()) {
    const inner = jsonDifference(tool, actual[n])
    if (inner) return below(`tools.${n}`, { path: inner.path, what: `${before[n]}: ${inner.what}` })
  }
  return null
}

function nameOf(tool: Record<string, unknown>): string {
  return typeof tool.name === 'string' ? tool.name : JSON.stringify(tool)
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES)
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** Items are compared by their place; what only one of the two has comes after what both have. */
function listDifference(expected: readonly unknown[], actual: readonly unknown[]): JsonDifference | null {
  for (let n = 0; n < Math.max(expected.length, actual.length); n++) {
    const inner = jsonDifference(expected[n], actual[n])
    if (!inner) continue
    if (n >= actual.length) return { path: `${n}`, what: 'removed' }
    if (n >= expected.length) return { path: `${n}`, what: 'added' }
    return { path: inner.path === '' ? `${n}` : `${n}.${inner.path}`, what: inner.what }
  }
  return null
}

function parameterDifference(expected: SnapshotFields, actual: SnapshotFields): Difference | null {
  for (const name of PARAMETERS) {
    const [before, after] = [expected[name] ?? undefined, actual[name] ?? undefined]
    // Of one that is not sent at all its fields are told: `output_config.effort: not sent → low`.
    const inner = jsonDifference(before ?? {}, after ?? {}) ?? jsonDifference(before, after)
    const difference = below(name, inner)
    if (difference) return difference
  }
  return null
}

function blockDifference(expected: readonly SentBlock[], actual: readonly SentBlock[]): Difference | null {
  const n = expected.findIndex((block, i) => !isSame(block, actual[i]))
  const [before, after] = [expected[n], actual[n]]
  if (!before) return null
  if (!after) return { path: blockPath(expected, n), what: `${kindOf(before)} missing` }
  if (isSame(after, expected[n + 1])) return { path: blockPath(expected, n), what: `${kindOf(before)} missing` }
  const path = blockPath(actual, n)
  if (isSame(before, actual[n + 1])) return { path, what: `${kindOf(after)} inserted` }
  if (before.role !== after.role) return { path, what: `said by the ${after.role}, not by the ${before.role}` }
  const inner = jsonDifference(JSON.parse(before.json), JSON.parse(after.json))
  if (inner) return below(path, inner)
  // The same value in other bytes: white space, escapes. What counts for the cache is the bytes.
  return { path, what: `the same content in other bytes from character ${sharedLength(before.json, after.json)} on` }
}

function isSame(a: SentBlock, b: SentBlock | undefined): boolean {
  return a.role === b?.role && a.json === b.json
}

function kindOf({ json }: SentBlock): string {
  const { type } = JSON.parse(json) as { type?: unknown }
  return typeof type === 'string' ? type : 'block'
}

function below(path: string, inner: JsonDifference | null): Difference | null {
  return inner && { path: inner.path === '' ? path : `${path}.${inner.path}`, what: inner.what }
}
