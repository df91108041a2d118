// The working tree of a checkout as a git tree: what `git add --all` would stage, without staging it.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { GitAt } from './git-at'
import { joinNul, nameOf, splitNul, splitNulText } from './nul-list'
import { isAbsent } from './presence'
import { GitCommandError } from './run-git'
import { withTemporaryIndex } from './temporary-index'
import { untilReadable } from './until-readable'
import { withoutUntouched } from './untouched-since-index'
import { unlinkIfThere } from './working-file'

export interface CapturedTree {
  tree: string
  /** Environment in which git finds the tree, while it is private. */
  env: Record<string, string>
  /** Files git does not track, by path. */
  untracked: ReadonlySet<string>
  /** Files with an unresolved conflict; the tree holds them as they lie in the folder. */
  unmerged: ReadonlySet<string>
  /** What could not be taken, in words. */
  notes: string[]
}

/** A big working tree takes long to hash once. */
const TIME_LIMIT_MS = 180_000
const SLASH = 0x2f
const SEPARATOR = process.platform === 'win32' ? '\\' : '/'

/**
 * Captures staged, unstaged and untracked (not ignored) files of the checkout that `git` is bound to. Its index, stash,
 * HEAD and files stay as they are, byte for byte.
 *
 * `git add` is not used: it would start git inside submodules and record nested repositories as submodules.
 *
 * @param keepObjects whether the tree stays in the repository (its caller makes a ref to it) or goes away after `use`
 */
export function withCapturedTree<T>(
  git: GitAt,
  keepObjects: boolean,
  use: (captured: CapturedTree) => Promise<T>,
): Promise<T> {
  return withTemporaryIndex(git, keepObjects, async ({ env }) => {
    const call = { env, timeLimitMs: TIME_LIMIT_MS }
    const [differences, others, conflicts] = await Promise.all([
      git.run(['diff-files', '-z', '--name-status', '--ignore-submodules=dirty'], call),
      git.run(['ls-files', '-z', '--others', '--exclude-standard'], call),
      git.run(['ls-files', '-z', '--unmerged'], call),
    ])
    const { gone, changed } = sortDifferences(splitNul(differences.stdout))
    const { files, nested } = sortOthers(splitNul(others.stdout))
    const notes = nested.map((name) => `${name} is a repository of its own and is left out`)
    // First what is gone: a file may have become a folder, or a folder a link.
    await updateIndex(git, ['--force-remove'], gone, call.env)
    await addFiles(git, [...(await withoutUntouched(git, changed)), ...files], call.env, notes)
    return use({
      tree: await git.line(['write-tree'], call),
      env,
      untracked: new Set(files.map(nameOf)),
      unmerged: new Set(splitNulText(conflicts.stdout).map((entry) => entry.slice(entry.indexOf('\t') + 1))),
      notes,
    })
  })
}

/** Alternating letters and paths. A path with a conflict comes more than once; that does no harm. */
function sortDifferences(fields: readonly Uint8Array[]): { gone: Uint8Array[]; changed: Uint8Array[] } {
  const gone: Uint8Array[] = []
  const changed: Uint8Array[] = []
  for (let n = 0; n + 1 < fields.length; n += 2) {
    const [letter, path] = [fields[n], fields[n + 1]]
    if (letter === undefined || path === undefined) continue
    if (nameOf(letter) === 'D') gone.push(path)
    else changed.push(path)
  }
  return { gone, changed }
}

/** Git ends the name of a nested repository with a slash. */
function sortOthers(paths: readonly Uint8Array[]): { files: Uint8Array[]; nested: string[] } {
  const files = paths.filter((path) => path.at(-1) !== SLASH)
  const nested = paths.filter((path) => path.at(-1) === SLASH).map((path) => nameOf(path).slice(0, -1))
  return { files, nested }
}

async function addFiles(git: GitAt, paths: Uint8Array[], env: Record<string, string>, notes: string[]): Promise<void> {
  try {
    await updateIndex(git, ['--add', '--remove', '--replace'], paths, env)
  } catch (error) {
    if (!(error instanceof GitCommandError) || !/Permission denied/.test(error.stderr)) throw error
    const readable: Uint8Array[] = []
    for (const path of paths) {
      if (await canRead(git.place.cwd, path)) readable.push(path)
      else notes.push(`${nameOf(path)} cannot be read and is left out`)
    }
    if (readable.length === paths.length) throw error
    await updateIndex(git, ['--add', '--remove', '--replace'], readable, env)
  }
}

async function updateIndex(
  git: GitAt,
  options: readonly string[],
  paths: readonly Uint8Array[],
  env: Record<string, string>,
): Promise<void> {
  if (paths.length === 0) return
  const args = ['update-index', '-z', ...options, '--stdin']
  await untilReadable(
    git.place.cwd,
    () => git.run(args, { env, input: joinNul(paths), timeLimitMs: TIME_LIMIT_MS }),
    async () => {
      if (env.GIT_INDEX_FILE !== undefined) await unlinkIfThere(`${env.GIT_INDEX_FILE}.lock`)
    },
  )
}

async function canRead(folder: string, path: Uint8Array): Promise<boolean> {
  try {
    await access(Buffer.concat([Buffer.from(folder + SEPARATOR), path]), constants.R_OK)
    return true
  } catch (error) {
    // A file that vanished meanwhile is no obstacle: git takes it for removed.
    return isAbsent(error)
  }
}
