// The part of a worktree's work that is to go home: all of it, some files, or some hunks of some files.
import { createHash } from 'node:crypto'
import { hunkId, type LineRange, splitHunks } from '../../../core/worktree/hunk-id'
import { FailureError } from '../../../shared/contract/failure'
import type { MergeOrder } from '../../services/ports/merge'
import type { GitAt } from './git-at'
import { mergeTrees } from './merge-trees'
import { nameOf, splitNul } from './nul-list'
import { withTemporaryIndex } from './temporary-index'
import { parseRaw, type TreeChange } from './tree-entries'

/** One file's difference exactly as `worktree.file` shows it: the ids of its hunks must agree. */
export const FILE_PATCH: readonly string[] = [
  'diff-tree',
  '-r',
  '--patch',
  '--unified=3',
  '--find-renames',
  '--no-ext-diff',
  '--no-textconv',
  '--submodule=short',
]

const NEWLINE = 0x0a
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

type Choice = Pick<MergeOrder, 'paths' | 'hunks'>

interface Work {
  /** The tree the worktree started from. */
  start: string
  /** The same with everything that came home before; the start where nothing did. */
  before: string
  /** The tree of its files now. */
  work: string
}

/**
 * The start of a worktree with everything that will have come home, as a tree: what came home before, and the choice.
 *
 * @param git bound to the worktree
 * @throws FailureError `invalid_input` for a file without a change, `conflict` for a hunk that is no longer there, or that
 *   does not go together with what came home before
 */
export async function chooseWork(git: GitAt, { start, before, work }: Work, choice: Choice): Promise<string> {
  if (choice.paths === undefined && choice.hunks === undefined) return work
  const changes = await changesByName(git, start, work)
  const changeOf = (path: string): TreeChange => {
    const change = changes.get(path)
    if (change !== undefined) return change
    throw new FailureError('invalid_input', `${path} is not among the changes of this worktree.`, { path })
  }
  const parts: Uint8Array[] = []
  for (const { path, ids } of choice.hunks ?? []) {
    const change = changeOf(path)
    const id = await partOf(git, { start, work, path, change, ids: new Set(ids) })
    parts.push(...entriesOf({ ...change, newId: id, newMode: isNothing(id) ? change.newMode : modeOf(change) }))
  }
  const partial = new Set(choice.hunks?.map(({ path }) => path))
  const whole = (choice.paths ?? []).filter((path) => !partial.has(path)).flatMap((path) => entriesOf(changeOf(path)))
  const withParts = await mergeTrees(git, start, before, await withEntries(git, start, parts))
  if (withParts.conflicts.length > 0)
    throw new FailureError('conflict', 'The chosen parts touch lines that came home before: choose whole files.')
  return withEntries(git, withParts.tree, whole)
}

/** A tree without some of its files. */
export function withoutFiles(git: GitAt, tree: string, changes: readonly TreeChange[]): Promise<string> {
  return withEntries(
    git,
    tree,
    changes.map(({ newId, path }) => entry('0', newId, path)),
  )
}

/** A tree with some entries replaced. */
async function withEntries(git: GitAt, tree: string, entries: readonly Uint8Array[]): Promise<string> {
  if (entries.length === 0) return tree
  return withTemporaryIndex(git, true, async ({ env }) => {
    await git.run(['read-tree', tree], { env })
    await git.run(['update-index', '-z', '--add', '--replace', '--index-info'], { env, input: Buffer.concat(entries) })
    return git.line(['write-tree'], { env })
  })
}

function entriesOf({ letter, oldId, newId, newMode, path, from }: TreeChange): Uint8Array[] {
  const gone = letter === 'R' && from !== null ? [entry('0', newId, from)] : []
  return [...gone, isNothing(newId) ? entry('0', oldId, path) : entry(newMode, newId, path)]
}

function isNothing(id: string): boolean {
  return /^0+$/.test(id)
}

async function changesByName(git: GitAt, start: string, work: string): Promise<Map<string, TreeChange>> {
  const { stdout } = await git.run(['diff-tree', '-r', '-z', '--raw', '--find-renames', start, work])
  return new Map(parseRaw(splitNul(stdout)).changes.map((change) => [nameOf(change.path), change]))
}

/** Of a file that is deleted in part only, the mode it had. */
function modeOf({ newMode, oldMode }: TreeChange): string {
  return newMode === '000000' ? oldMode : newMode
}

function entry(mode: string, id: string, path: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${mode} ${id}\t`), path, Uint8Array.of(0)])
}

interface Part {
  start: string
  work: string
  path: string
  change: TreeChange
  ids: ReadonlySet<string>
}

/** The blob of the old content with only the chosen hunks in it; the new one, where all are chosen. */
async function partOf(git: GitAt, { start, work, path, change, ids }: Part): Promise<string> {
  const names = [change.from, change.path].filter((name) => name !== null).map(nameOf)
  const { stdout } = await git.run([...FILE_PATCH, start, work, '--', ...names])
  const hunks = splitHunks(stdout.toString('utf8')).map((hunk) => ({ ...hunk, id: hunkId(path, hunk, sha256) }))
  const known = new Set(hunks.map((hunk) => hunk.id))
  if ([...ids].some((id) => !known.has(id)))
    throw new FailureError('conflict', `${path} changed since its parts were chosen; choose again.`, { path })
  if (hunks.every((hunk) => ids.has(hunk.id))) return change.newId
  const [before, after] = [await contentOf(git, change.oldId), await contentOf(git, change.newId)]
  const content = withRanges(
    before,
    after,
    hunks.filter((hunk) => ids.has(hunk.id)),
  )
  return git.line(['hash-object', '-w', '--stdin'], { input: content })
}

/** Empty for a side on which there is no file. */
async function contentOf(git: GitAt, id: string): Promise<Buffer> {
  return isNothing(id) ? Buffer.alloc(0) : (await git.run(['cat-file', 'blob', id])).stdout
}

function withRanges(before: Buffer, after: Buffer, ranges: readonly { before: LineRange; after: LineRange }[]): Buffer {
  const [old, now] = [linesOf(before), linesOf(after)]
  const pieces: Buffer[] = []
  let at = 0
  for (const range of ranges) {
    const from = firstLine(range.before)
    pieces.push(
      ...old.slice(at, from),
      ...now.slice(firstLine(range.after), firstLine(range.after) + range.after.lines),
    )
    at = from + range.before.lines
  }
  return Buffer.concat([...pieces, ...old.slice(at)])
}

/** 0-based. */
function firstLine({ start, lines }: LineRange): number {
  return lines === 0 ? start : start - 1
}

/** Lines with their ends: bytes, since a file need not be UTF-8. */
function linesOf(content: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(NEWLINE, start)
    const next = end === -1 ? content.length : end + 1
    lines.push(content.subarray(start, next))
    start = next
  }
  return lines
}
