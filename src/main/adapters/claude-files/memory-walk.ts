// One walk over memory files and what they import: each file once, however it is reached.
import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { cutAt } from '../../../core/content/replacement'
import { importCandidates, importsIn } from '../../../core/library/memory-imports'
import type { MemoryReading } from '../../services/ports/memory-files'
import type { JudgeContext, PermissionJudge } from '../../services/ports/permissions'
import { isAbsent, readContained } from './read-contained'

/** What one file, and what all together may add to every request of a session, in characters. */
const MOST_CHARS = 60_000
const MOST_CHARS_TOGETHER = 200_000

/** How often an import may lead to a further one. */
const MOST_HOPS = 5

/** Where files lie that may import each other. */
export interface MemoryScope {
  /** Nothing outside of it is read. */
  root: string
  /** How a file is named, from its path below the root. */
  named(path: string): string
  /** The person's own: what they import from their home folder needs no question. */
  own: boolean
}

export class MemoryWalk {
  readonly reading: MemoryReading = { files: [], problems: [] }
  private readonly seen = new Set<string>()
  private chars = 0

  constructor(private readonly judge: Pick<PermissionJudge, 'judge'>) {}

  /** Reads a file (relative to its scope's root), if it is there, and what it imports. */
  async take(scope: MemoryScope, path: string): Promise<void> {
    if (await isThere(join(scope.root, path))) await this.read(scope, path, null, 0)
  }

  private async read(scope: MemoryScope, path: string, importedBy: string | null, hops: number): Promise<void> {
    const name = scope.named(path)
    const full = join(scope.root, path)
    const real = await realpath(full).catch((error: unknown) => {
      if (isAbsent(error)) return null
      throw error
    })
    if (real !== null && this.seen.has(real)) return
    if (hops > MOST_HOPS) return this.leaveOut(name, importedBy, `imports lead no further than ${MOST_HOPS} files`)
    if (real === null || !(await this.mayRead(scope, full)))
      return this.leaveOut(name, importedBy, 'it may not be read, or leads to nothing')
    const text = (await readContained(scope.root, path))?.replaceAll('\r\n', '\n').trim()
    this.seen.add(real)
    if (text === undefined)
      return this.leaveOut(name, importedBy, 'it is not a readable file here, or larger than 1 MB')
    if (text.includes('\0')) return this.leaveOut(name, importedBy, 'it is not text')
    if (text !== '') this.add(name, text, importedBy)
    await this.readImports(scope, path, text, hops)
  }

  private add(path: string, text: string, importedBy: string | null): void {
    const { files, problems } = this.reading
    // `AGENTS.md` is often a copy of `CLAUDE.md`: nobody pays for it twice.
    if (files.some((file) => file.text === text)) return
    if (this.chars + Math.min(text.length, MOST_CHARS) > MOST_CHARS_TOGETHER) {
      this.leaveOut(path, importedBy, `all memory files together have more than ${MOST_CHARS_TOGETHER} characters`)
      return
    }
    const isLong = text.length > MOST_CHARS
    const told = isLong ? `${cutAt(text, MOST_CHARS)}\n[cut after ${MOST_CHARS} characters]` : text
    if (isLong) problems.push({ source: path, line: null, reason: `it was cut after ${MOST_CHARS} characters` })
    this.chars += told.length
    files.push({ path, text: told, importedBy })
  }

  private async readImports(scope: MemoryScope, path: string, text: string, hops: number): Promise<void> {
    const name = scope.named(path)
    for (const written of importsIn(text)) {
      const found = await this.find(scope, path, written)
      if (found === null) continue
      if (found === 'outside') this.leaveOut(`@${written}`, name, 'it lies outside of what may be read unasked')
      else await this.read(scope, found, name, hops + 1)
    }
  }

  /** Where an import leads, relative to the scope; null for words that only look like one. */
  private async find(scope: MemoryScope, from: string, written: string): Promise<string | 'outside' | null> {
    for (const candidate of importCandidates(written)) {
      if (candidate.includes('\0')) continue
      const inHome = candidate.startsWith('~/')
      if ((inHome || isAbsolute(candidate)) && !scope.own) return 'outside'
      const base = inHome ? scope.root : dirname(join(scope.root, from))
      const full = resolve(base, inHome ? candidate.slice(2) : candidate)
      if (full !== scope.root && !full.startsWith(scope.root + sep)) return 'outside'
      if (await isThere(full)) return relative(scope.root, full).split(sep).join('/')
    }
    return null
  }

  private leaveOut(path: string, importedBy: string | null, why: string): void {
    const reason = importedBy === null ? why : `${why} (imported by ${importedBy})`
    if (this.reading.problems.length < 100) this.reading.problems.push({ source: path, line: null, reason })
  }

  private async mayRead(scope: MemoryScope, path: string): Promise<boolean> {
    const call = { tool: 'read', input: { file_path: path }, folder: scope.root, addedFolders: [], mapFrom: null }
    const { decision, rule } = await this.judge.judge(call, { ...UNASKED, projectFolder: scope.root })
    return decision === 'allow' || (scope.own && rule === null)
  }
}

const UNASKED: Omit<JudgeContext, 'projectFolder'> = {
  mode: 'default',
  isolation: 'none',
  trusted: false,
  rules: [],
  audience: 'nobody',
  preapprovedOnly: false,
}

/** Whether a file, or a link of its name, is there; a folder is none. */
async function isThere(path: string): Promise<boolean> {
  try {
    return !(await lstat(path)).isDirectory()
  } catch (error) {
    if (isAbsent(error) || isNameTooLong(error)) return false
    throw error
  }
}

function isNameTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG'
}
