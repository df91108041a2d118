// The files a call touches, each with the place it really is: what `decide` is told about paths.
import { lstat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { MAX_MENTIONS, type PathMention, pathMentions } from '../../../core/permission/path-mentions'
import { below, segmentsOf } from '../../../core/permission/path-text'
import type { PathUse } from '../../../core/permission/permission-call'
import { eachCommand, type ShellAnalysis, type Word } from '../../../core/permission/shell-analysis'
import { ignoresCase } from '../system/ignores-case'
import { expandGlob } from './expand-glob'
import { realPlace } from './real-path'

export interface ResolveOptions {
  /** The real path of the thread's folder. */
  folder: string
  /** Real paths. */
  addedFolders: readonly string[]
  /** For an isolated thread: paths below this mean the same path below `mapTo`. */
  mapFrom: string | null
  /** What those paths mean a path below; `folder` without it. */
  mapTo?: string | null
  home?: string
}

/** Folders a line may be in after its `cd`s; with more nothing is known. */
const MAX_FOLDERS = 8

const READING = new Set(['read', 'glob', 'grep'])
const CHANGING = new Set(['write', 'edit'])

/**
 * Resolves what a call of a tool names. Reads the file system (names and links only), changes nothing.
 *
 * @param shell the analysis of a `bash` command, else null
 * @returns every path, those that may be one of several places once for each place
 */
export async function resolveCallPaths(
  tool: string,
  input: unknown,
  shell: ShellAnalysis | null,
  options: ResolveOptions,
): Promise<PathUse[]> {
  if (tool === 'bash') return shell ? resolveShell(shell, options) : []
  if (!READING.has(tool) && !CHANGING.has(tool)) return []
  const given = pathOf(input) ?? (tool === 'glob' || tool === 'grep' ? '.' : null)
  if (given === null) return []
  const path = await mapped(expandHome(given, options), options)
  return placesOf(given, path, options.folder, CHANGING.has(tool), options)
}

function pathOf(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null
  for (const name of ['file_path', 'path', 'notebook_path']) {
    const value: unknown = Reflect.get(input, name)
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function expandHome(path: string, { home = homedir() }: ResolveOptions): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : path
}

async function mapped(path: string, { mapFrom, mapTo, folder }: ResolveOptions): Promise<string> {
  if (mapFrom === null || !isAbsolute(path)) return path
  const own = mapTo ?? folder
  // A worktree may lie inside of the parent's checkout, where that ignores it.
  if (below(segmentsOf(own), segmentsOf(path))) return path
  const fold = (await ignoresCase(mapFrom)) ? folded : segmentsOf
  const rest = below(fold(mapFrom), fold(path))
  return rest ? join(own, ...segmentsOf(path).slice(segmentsOf(mapFrom).length)) : path
}

function folded(path: string): string[] {
  return segmentsOf(path).map((segment) => segment.normalize('NFC').toLowerCase())
}

/** As the system reads the path, and as a program reads it that cleans it first. */
async function placesOf(
  given: string,
  path: string,
  base: string,
  write: boolean,
  options: ResolveOptions,
): Promise<PathUse[]> {
  if (path.includes('\0')) return [{ given, real: given, inside: false, write }]
  const places = new Map<string, boolean>()
  for (const form of new Set([path, resolve(base, path)])) {
    const real = await realPlace(base, form)
    places.set(real ?? resolve(base, form), real !== null && isInside(real, options))
  }
  return [...places].map(([real, inside]) => ({ given, real, inside, write }))
}

function isInside(real: string, { folder, addedFolders }: ResolveOptions): boolean {
  return [folder, ...addedFolders].some((each) => below(segmentsOf(each), segmentsOf(real)) !== null)
}

async function resolveShell(shell: ShellAnalysis, options: ResolveOptions): Promise<PathUse[]> {
  // What only reads does not depend on whether git may: both ways the same words are paths.
  const mentions = pathMentions(shell, { folder: options.folder, git: true })
  const folders = await foldersOf(shell, options)
  const uses: PathUse[] = []
  for (const mention of mentions.slice(0, MAX_MENTIONS)) {
    uses.push(...(await resolveMention(mention, folders.slice(0, MAX_FOLDERS), options)))
  }
  const cut = mentions.length > MAX_MENTIONS || folders.length > MAX_FOLDERS
  return cut ? uses.map((use) => ({ ...use, inside: false })) : uses
}

/** The folder the line starts in, and every one a `cd` in it may lead to. */
export async function foldersOf(shell: ShellAnalysis, options: ResolveOptions): Promise<string[]> {
  const folders = [options.folder]
  for (const { argv } of eachCommand(shell.commands)) {
    const [program, target] = argv
    if (!/^(?:cd|pushd)$/.test(program?.text ?? '') || target?.kind !== 'literal') continue
    for (const folder of folders.slice(0, MAX_FOLDERS)) {
      const real = await realPlace(folder, wordPath(target, options))
      if (real !== null && !folders.includes(real)) folders.push(real)
    }
  }
  return folders
}

function wordPath(word: Word, options: ResolveOptions): string {
  return word.home ? expandHome(word.text, options) : word.text
}

async function resolveMention(mention: PathMention, folders: string[], options: ResolveOptions): Promise<PathUse[]> {
  const { word, use } = mention
  if (word.kind === 'dynamic' || word.text === '') return []
  const path = wordPath(word, options)
  const uses: PathUse[] = []
  for (const folder of isAbsolute(path) ? folders.slice(0, 1) : folders) {
    const names = word.kind === 'glob' ? await expandGlob(folder, path) : [path]
    if (names === null)
      uses.push({ given: word.text, real: resolve(folder, path), inside: false, write: use !== 'read' })
    for (const name of names === null ? [] : names.length === 0 ? [path] : names) {
      if (use === 'perhaps' && isBare(name) && !(await exists(join(folder, name)))) continue
      uses.push(...(await placesOf(word.text, name, folder, use !== 'read', options)))
    }
  }
  return use === 'perhaps' ? uses.map((each) => ({ ...each, perhaps: true })) : uses
}

/** A word like any other: a path only if there is such a file. */
function isBare(name: string): boolean {
  return !name.includes('/') && !/^[.~]/.test(name)
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch {
    // Not there, or not to be seen: then the word is just a word.
    return false
  }
}
