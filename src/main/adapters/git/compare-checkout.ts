// A fresh checkout must equal its commit. What git's own conversions explain is told; anything else stops the launch.
import { FailureError } from '../../../shared/contract/failure'
import { ignoresCase } from '../system/ignores-case'
import { caseTwins } from './case-twins'
import type { GitAt } from './git-at'
import { namesOf } from './names-of'
import { splitNulText } from './nul-list'
import { kindAt } from './presence'
import { readStatus, type StatusEntry } from './status'
import { withSettledIndex } from './temporary-index'

/** Settings by which files differ from what is stored, or which name files of such rules. */
const CONVERTING = '^core\\.(autocrlf|eol|attributesfile|symlinks)$'

/**
 * Compares a fresh checkout with the commit it was made from.
 *
 * @param foldsCase whether two spellings of a name are one file there
 * @returns notes on files that differ only because filters or line-end rules do not round-trip
 * @throws FailureError `conflict` with `files` for a file that is missing, extra or of another kind
 */
export async function compareCheckout(
  git: GitAt,
  commit: string,
  foldsCase: (folder: string) => Promise<boolean> = ignoresCase,
): Promise<string[]> {
  const status = (await mayConvert(git))
    ? await readStatus(git)
    : await withSettledIndex(git, (env) => readStatus(git, { env }))
  if (status.head !== commit) {
    throw new FailureError('conflict', `The worktree is at ${status.head ?? 'no commit'} instead of ${commit}`, {})
  }
  const wrong = status.entries.filter((entry) => entry.xy !== '.M')
  const converted = await convertedPaths(
    git,
    status.entries.filter((entry) => entry.xy === '.M'),
  )
  wrong.push(...status.entries.filter((entry) => entry.xy === '.M' && !converted.has(entry.path)))
  const twins = wrong.length > 0 && (await foldsCase(git.place.cwd)) ? await twinsIn(git) : []
  const explained = new Set(twins.flat())
  if (wrong.some((entry) => !explained.has(entry.path))) {
    const files = wrong.map((entry) => entry.path)
    throw new FailureError('conflict', `The new worktree does not equal its commit: ${namesOf(files)}`, { files })
  }
  const notes = twins.map((names) => `One file on this file system, which ignores case: ${names.join(' and ')}`)
  if (converted.size > 0)
    notes.push(`Written by a filter or line-end rule so that git sees a change: ${namesOf([...converted])}`)
  return notes
}

async function twinsIn(git: GitAt): Promise<string[][]> {
  return caseTwins(splitNulText((await git.run(['ls-files', '-z'])).stdout))
}

/**
 * Whether git may have written anything but the stored bytes: only then do the files have to be read again to know what it
 * makes of them.
 */
async function mayConvert(git: GitAt): Promise<boolean> {
  const [settings, attributes, shared] = await Promise.all([
    git.run(['config', '--null', '--name-only', '--get-regexp', CONVERTING], { answers: [1] }),
    git.run(['ls-files', '-z', ':(glob)**/.gitattributes'], { env: { GIT_LITERAL_PATHSPECS: '0' } }),
    git.line(['rev-parse', '--path-format=absolute', '--git-path', 'info/attributes']).then((path) => kindAt(path)),
  ])
  return settings.stdout.length + attributes.stdout.length > 0 || shared !== null
}

/** Modified paths to which attributes or configuration apply a conversion. */
async function convertedPaths(git: GitAt, entries: readonly StatusEntry[]): Promise<ReadonlySet<string>> {
  if (entries.length === 0) return new Set()
  const [automatic, symlinks] = await Promise.all([
    git.lineOrNull(['config', '--get', 'core.autocrlf']),
    git.lineOrNull(['config', '--type=bool', '--get', 'core.symlinks']),
  ])
  // Rules that may touch any file.
  if ((automatic !== null && automatic !== 'false') || symlinks === 'false') {
    return new Set(entries.map((entry) => entry.path))
  }
  const input = entries.map((entry) => `${entry.path}\0`).join('')
  const attributes = ['text', 'eol', 'crlf', 'ident', 'filter', 'working-tree-encoding']
  const { stdout } = await git.run(['check-attr', '-z', '--stdin', ...attributes], { input })
  const fields = stdout.toString('utf8').split('\0')
  const converted = new Set<string>()
  for (let n = 0; n + 2 < fields.length; n += 3) {
    const [path, value] = [fields[n], fields[n + 2]]
    if (path !== undefined && value !== 'unspecified' && value !== 'unset') converted.add(path)
  }
  return converted
}
