// Whatever both sides did: it comes home exactly as git itself would merge it, or not at all.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FailureError } from '../../../shared/contract/failure'
import { type MergeBench, mergeBench, picture } from '../../../testing/merge-bench'
import { gitIn } from '../../../testing/temporary-repository'

const RUNS = Number(process.env.PROPERTY_RUNS ?? 5)

const NAMES = ['a', 'b c', 'd/x', 'd/y "q"', 'd/e/漢字', 'new\nline'] as const
const LINES = 12
const START = Array.from({ length: LINES }, (_, n) => `line ${n}\n`).join('')

type Edit =
  | { kind: 'line' | 'insert'; name: string; at: number; to: string }
  | { kind: 'remove' | 'run' | 'link' | 'folder'; name: string }
  | { kind: 'rename'; name: string; to: string }

const name = fc.constantFrom(...NAMES)
const at = fc.nat(LINES - 1)
const word = fc.constantFrom('x', 'y', 'z')
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('line' as const), name, at, to: word }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('insert' as const), name, at, to: word }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'run', 'link', 'folder'), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: fc.constantFrom('n', 'd/n') }) },
)
const edits = fc.array(edit, { maxLength: 4 })

function apply(folder: string, list: readonly Edit[]): void {
  for (const one of list) {
    const path = join(folder, one.name)
    const isFile = existsSync(path) && lstatSync(path).isFile()
    if (one.kind === 'link' || one.kind === 'folder') replace(path, one.kind)
    else if (!isFile) continue
    else if (one.kind === 'line' || one.kind === 'insert') {
      const lines = readFileSync(path, 'utf8').split('\n')
      lines.splice(one.at, one.kind === 'line' ? 1 : 0, one.to)
      writeFileSync(path, lines.join('\n'))
    } else if (one.kind === 'rename') {
      const to = join(folder, one.to)
      if (!existsSync(to) && existsSync(dirname(to))) renameSync(path, to)
    } else if (one.kind === 'remove') rmSync(path)
    else chmodSync(path, 0o755)
  }
}

function replace(path: string, by: 'link' | 'folder'): void {
  if (!existsSync(dirname(path)) || !lstatSync(dirname(path)).isDirectory()) return
  rmSync(path, { recursive: true, force: true })
  if (by === 'link') symlinkSync('somewhere', path)
  else {
    mkdirSync(path)
    writeFileSync(join(path, 'inside'), 'inside\n')
  }
}

/** The tree of a folder's files, by git's own `add`, without touching the index. */
function treeOf(folder: string): string {
  const index = gitIn(folder, 'rev-parse', '--path-format=absolute', '--git-path', 'index')
  const bytes = readFileSync(index)
  gitIn(folder, 'add', '--all')
  const tree = gitIn(folder, 'write-tree')
  writeFileSync(index, bytes)
  return tree
}

/** What `git merge` makes of three trees, in a checkout of its own; null where it has conflicts. */
function gitsOwn({ parent, repo }: MergeBench, base: string, ours: string, theirs: string): string | null {
  const commit = (tree: string, ...parents: string[]) =>
    gitIn(parent, 'commit-tree', tree, '-m', 'x', ...parents.flatMap((one) => ['-p', one]))
  const root = commit(base)
  const scratch = join(repo.beside, 'scratch')
  gitIn(parent, 'worktree', 'add', '--quiet', '--detach', scratch, commit(ours, root))
  try {
    gitIn(scratch, 'merge', '--quiet', '--no-edit', '--no-ff', '-m', 'x', commit(theirs, root))
    return gitIn(scratch, 'rev-parse', 'HEAD^{tree}')
  } catch {
    return null
  } finally {
    gitIn(parent, 'worktree', 'remove', '--force', scratch)
  }
}

test('random work on both sides comes home as git would merge it, or nothing is touched', async () => {
  await fc.assert(
    fc.asyncProperty(edits, edits, edits, edits, async (carried, moved, saved, forked) => {
      const files = Object.fromEntries(NAMES.map((path) => [path, START]))
      const made = await mergeBench(files, (repo) => void apply(repo.folder, carried))
      const { plan, parent, home, repo } = made
      try {
        apply(plan.path, forked)
        // The parent commits something and goes on: what was carried stays uncommitted, or becomes part of the commit.
        apply(parent, moved)
        if (moved.length > 2) home('add', '--all')
        home('commit', '--quiet', '--allow-empty', '-m', 'moved on')
        apply(parent, saved)
        const start = home('rev-parse', `${plan.baseTree ?? plan.base}^{tree}`)
        const [head, folder, theirs] = [home('rev-parse', 'HEAD^{tree}'), treeOf(parent), treeOf(plan.path)]
        const [commit, wanted] = [gitsOwn(made, start, head, theirs), gitsOwn(made, start, folder, theirs)]
        const before = picture(parent)
        const failed: unknown = await made.merge({ mode: 'squash' }).then(
          () => null,
          (error: unknown) => error,
        )
        if (failed === null) {
          expect([home('rev-parse', 'HEAD^{tree}'), treeOf(parent)]).toEqual([commit, wanted])
          expect(home('diff', '--cached', '--name-only')).toBe('')
        } else {
          if (!(failed instanceof FailureError)) throw failed
          expect(failed.failure.code).toBe('worktree.conflict')
          expect(commit === null || wanted === null).toBe(true)
          const { refs: _refs, ...after } = picture(parent)
          expect(after).toEqual({ head: before.head, index: before.index, files: before.files })
        }
      } finally {
        repo.remove()
      }
    }),
    { numRuns: RUNS },
  )
}, 600_000)
