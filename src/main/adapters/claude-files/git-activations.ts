// What a repository would make git itself run: configuration that names commands, hooks, filters.
import { readdir, readFile, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { Activation } from '../../../shared/contract/system-commands'
import { GitCommandError, runGit } from '../git/run-git'
import { readContained } from './read-contained'

export interface FoundInFile {
  path: string
  /** What is hashed. */
  text: string
  found: Activation[]
}

/** Keys whose value git runs. */
const RUNS =
  /^(core\.(fsmonitor|hookspath|sshcommand|pager|editor|askpass|gitproxy)|sequence\.editor|filter\..*\.(clean|smudge|process)|diff\..*\.(command|textconv)|diff\.external|merge\..*\.driver|gpg\..*program|gpg\.program|credential\..*helper|credential\.helper|pager\..*|interactive\.difffilter|uploadpack\..*hook|remote\..*\.(uploadpack|receivepack))$/
const HARMLESS = new Set(['', 'true', 'false'])

/** Reads the repository's own configuration, hooks and attributes; a folder that is no repository has none. */
export async function gitActivations(folder: string): Promise<FoundInFile[]> {
  const config = await localConfig(folder)
  if (config === null) return []
  const found: FoundInFile[] = []
  const running = config.filter(({ key, value }) => runs(key, value))
  if (running.length > 0)
    found.push({
      path: 'git configuration',
      text: running.map(({ key, value }) => `${key}=${value}`).join('\n'),
      found: running.map(({ key, value }) => ({
        kind: 'git-config',
        source: 'git configuration',
        text: `${key} = ${value}`,
      })),
    })
  found.push(...(await hooks(folder)))
  const attributes = await readContained(folder, '.gitattributes')
  const filters = (attributes ?? '')
    .split(/\r?\n/)
    .filter((line) => /(^|\s)filter=/.test(line) && !line.startsWith('#'))
  if (filters.length > 0)
    found.push({
      path: '.gitattributes',
      text: filters.join('\n'),
      found: filters.map((line) => ({ kind: 'filter', source: '.gitattributes', text: line.trim() })),
    })
  return found
}

function runs(key: string, value: string): boolean {
  if (key.startsWith('alias.')) return value.startsWith('!')
  if (key === 'core.fsmonitor') return !HARMLESS.has(value)
  return RUNS.test(key) && value !== ''
}

async function localConfig(folder: string): Promise<{ key: string; value: string }[] | null> {
  try {
    const { stdout, code } = await runGit({
      args: ['config', '--local', '--includes', '--list', '-z'],
      cwd: folder,
      answers: [1, 128],
    })
    if (code !== 0) return null
    return stdout
      .toString('utf8')
      .split('\0')
      .filter(Boolean)
      .map((entry) => {
        const cut = entry.indexOf('\n')
        return cut < 0
          ? { key: entry.toLowerCase(), value: 'true' }
          : { key: entry.slice(0, cut).toLowerCase(), value: entry.slice(cut + 1) }
      })
  } catch (error) {
    if (error instanceof GitCommandError) return null
    throw error
  }
}

/** Executable hooks git would run; the samples it ships are not. */
async function hooks(folder: string): Promise<FoundInFile[]> {
  const { stdout, code } = await runGit({ args: ['rev-parse', '--git-common-dir'], cwd: folder, answers: [128] })
  if (code !== 0) return []
  const common = stdout.toString('utf8').trim()
  const place = join(isAbsolute(common) ? common : resolve(folder, common), 'hooks')
  const found: FoundInFile[] = []
  for (const name of await namesIn(place)) {
    if (name.endsWith('.sample')) continue
    const path = join(place, name)
    const facts = await stat(path)
    if (!facts.isFile() || (facts.mode & 0o111) === 0) continue
    const text = (await readFile(path)).toString('latin1')
    found.push({ path: `git hook ${name}`, text, found: [{ kind: 'hook', source: 'git hooks', text: name }] })
  }
  return found
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
}
