// What a repository would make git itself run: configuration that names commands, hooks, filters.
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { configurationRuns } from '../../../core/permission/git-words'
import { FailureError } from '../../../shared/contract/failure'
import type { Activation } from '../../../shared/contract/system-commands'
import { GitCommandError, runGit } from '../git/run-git'
import { isAbsent, readContained, readOwn } from './read-contained'

export interface FoundInFile {
  path: string
  /** What is hashed. */
  text: string
  found: Activation[]
}

interface Entry {
  key: string
  value: string
}

/** Reads the repository's own configuration, hooks and attributes; a folder that is no repository has none. */
export async function gitActivations(folder: string): Promise<FoundInFile[]> {
  const common = await commonFolder(folder)
  if (common === null) return []
  const config = await ownConfig(folder)
  const hooksPath = config.findLast(({ key }) => key === 'core.hookspath')?.value
  return [
    ...configured(config),
    ...(await hooks(hooksPath ? placesOfHooks(resolve(folder, hooksPath)) : [join(common, 'hooks')])),
    ...(await attributes(folder, '.gitattributes')),
    ...(await attributes(common, 'info/attributes')),
  ]
}

/** Whether git commands in this folder may run what the repository names, without anybody having looked at it. */
export async function gitRunsProjectCode(folder: string): Promise<boolean> {
  const found = await gitActivations(folder)
  if (found.some((file) => file.found.some(({ kind }) => kind !== 'filter'))) return true
  // Submodules bring configuration of their own, and git visits them unasked.
  return /(?:^|\0)160000 /.test((await answer(folder, ['ls-files', '--stage', '-z'])) ?? '')
}

async function commonFolder(folder: string): Promise<string | null> {
  const output = await answer(folder, ['rev-parse', '--git-common-dir'])
  return output === null ? null : resolve(folder, output.replace(/\n$/, ''))
}

/** The repository's own settings, with those of this worktree and of files they include; keys in lower case. */
async function ownConfig(folder: string): Promise<Entry[]> {
  const local = entriesOf(await answer(folder, ['config', '--local', '--includes', '--list', '-z']))
  const apart = local.some(({ key, value }) => key === 'extensions.worktreeconfig' && value !== 'false')
  if (!apart) return local
  return [...local, ...entriesOf(await answer(folder, ['config', '--worktree', '--includes', '--list', '-z']))]
}

function entriesOf(output: string | null): Entry[] {
  return (output ?? '')
    .split('\0')
    .filter(Boolean)
    .map((entry) => {
      const cut = entry.indexOf('\n')
      if (cut < 0) return { key: entry.toLowerCase(), value: 'true' }
      return { key: entry.slice(0, cut).toLowerCase(), value: entry.slice(cut + 1) }
    })
}

/** @returns null where there is no repository, or no git that could run anything */
async function answer(folder: string, args: string[]): Promise<string | null> {
  try {
    const { stdout, code } = await runGit({ args, cwd: folder, answers: [1, 128] })
    return code === 0 ? stdout.toString('utf8') : null
  } catch (error) {
    if (error instanceof GitCommandError) return null
    if (error instanceof FailureError && error.failure.code === 'worktree.not_git') return null
    throw error
  }
}

function configured(config: readonly Entry[]): FoundInFile[] {
  const running = config.filter(({ key, value }) => configurationRuns(key, value))
  if (running.length === 0) return []
  const source = 'git configuration'
  return [
    {
      path: source,
      text: running.map(({ key, value }) => `${key}=${value}`).join('\n'),
      found: running.map(({ key, value }) => ({ kind: 'git-config', source, text: `${key} = ${value}` })),
    },
  ]
}

/** Hooks in `.husky/_` only start those in the folder above. */
function placesOfHooks(place: string): string[] {
  return basename(place) === '_' ? [place, dirname(place)] : [place]
}

/** Executable hooks git would run; the samples it ships are not. */
async function hooks(places: readonly string[]): Promise<FoundInFile[]> {
  const found: FoundInFile[] = []
  for (const place of places) {
    for (const name of await namesIn(place)) {
      if (name.endsWith('.sample')) continue
      const text = await hookText(join(place, name))
      if (text !== null) {
        found.push({
          path: `git hook ${name}`,
          text: `${place}\n${text}`,
          found: [{ kind: 'hook', source: 'git hooks', text: name }],
        })
      }
    }
  }
  return found
}

/** What is hashed of a hook: its content; of one that is large or lies elsewhere what can be told without reading it. */
async function hookText(path: string): Promise<string | null> {
  try {
    const facts = await stat(path)
    const executes = (facts.mode & 0o111) !== 0 || process.platform === 'win32'
    if (!facts.isFile() || !executes) return null
    const outside = (await lstat(path)).isSymbolicLink() && !(await realpath(path)).startsWith(dirname(path) + sep)
    const text = outside ? null : await readOwn(path)
    return text ?? `${await realpath(path)} ${facts.size} ${facts.mtimeMs}`
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

async function attributes(root: string, path: string): Promise<FoundInFile[]> {
  const lines = ((await readContained(root, path)) ?? '').split(/\r?\n/)
  const filters = lines.filter((line) => /(?:^|\s)(?:filter|diff|merge)=/.test(line) && !line.startsWith('#'))
  if (filters.length === 0) return []
  const found = filters.map((line): Activation => ({ kind: 'filter', source: path, text: line.trim() }))
  return [{ path, text: filters.join('\n'), found }]
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
