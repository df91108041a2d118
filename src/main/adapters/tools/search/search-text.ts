import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { ToolContext } from '../../../services/ports/tools'
import type { GrepInput } from '../definitions/grep'
import type { Target } from '../files/resolve-target'
import { GREP_COLUMNS, RESULT_CHARS } from '../limits'
import { wellFormed } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { type RipgrepResult, runRipgrep } from './run-ripgrep'
import { fileArguments, requireRelativeGlob, type SearchMeans, searchPlace, unfinished } from './search-tools'

/** Searches the text of files for a regular expression. */
export async function searchText(input: GrepInput, context: ToolContext, means: SearchMeans): Promise<string> {
  if (input.glob !== undefined) requireRelativeGlob(input.glob)
  const { rgPath, target } = await searchPlace(input.path, context, means)
  const scope = await scopeOf(target)
  const collected = new Collected(scope.prefix, input.limit)
  const result = await runRipgrep({
    ...means,
    rgPath,
    args: [
      ...outputArguments(input),
      ...fileArguments(input.glob, input.include_ignored ?? false),
      '-e',
      input.pattern,
      '--',
      scope.path,
    ],
    cwd: scope.cwd,
    signal: context.signal,
    onLine: (line) => collected.add(line),
  })
  const mapped = target.mapped === null ? [] : [target.mapped]
  return [...collected.lines, ...notes(collected, result, input, target), ...mapped].join('\n')
}

interface Scope {
  cwd: string
  path: string
  /** What makes a path of the result one relative to the thread's folder. */
  prefix: string
}

async function scopeOf(target: Target): Promise<Scope> {
  if ((await stat(target.real)).isDirectory()) {
    return { cwd: target.real, path: '.', prefix: target.shown === '.' ? '' : `${target.shown}/` }
  }
  const name = basename(target.real)
  return { cwd: dirname(target.real), path: name, prefix: target.shown.slice(0, target.shown.length - name.length) }
}

function outputArguments(input: GrepInput): string[] {
  const args = ['--null', '--with-filename', '--no-heading', `--max-columns=${GREP_COLUMNS}`, '--max-columns-preview']
  if (input.ignore_case) args.push('--ignore-case')
  if (input.multiline) args.push('--multiline', '--multiline-dotall')
  switch (input.output ?? 'content') {
    case 'files':
      return [...args, '--files-with-matches']
    case 'count':
      return [...args, '--count']
    case 'content':
      return [...args, '--line-number', `--before-context=${input.before ?? 0}`, `--after-context=${input.after ?? 0}`]
  }
}

/** Result lines up to the limits of one result. */
class Collected {
  readonly lines: string[] = []
  /** Why not all was taken. */
  full: 'limit' | 'size' | null = null
  private chars = 0

  constructor(
    private readonly prefix: string,
    private readonly limit: number | undefined,
  ) {}

  add(raw: string): boolean {
    const line = this.shown(raw)
    if (this.limit !== undefined && this.lines.length >= this.limit) this.full = 'limit'
    else if (this.chars + line.length + 1 > RESULT_CHARS) this.full = 'size'
    if (this.full !== null) return false
    this.lines.push(line)
    this.chars += line.length + 1
    return true
  }

  /** The path ends at NUL; "12:" or "12-" and the text follow, or a count, or nothing. */
  private shown(raw: string): string {
    const end = raw.indexOf('\0')
    if (end < 0) return wellFormed(raw)
    const path = raw
      .slice(0, end)
      .replace(/^\.[\\/]/, '')
      .replaceAll('\\', '/')
    const rest = raw.slice(end + 1)
    const separator = /^\d+-/.test(rest) ? '-' : ':'
    return wellFormed(rest === '' ? this.prefix + path : `${this.prefix}${path}${separator}${rest}`)
  }
}

function notes(collected: Collected, { end, complaint }: RipgrepResult, input: GrepInput, target: Target): string[] {
  const said: string[] = []
  if (collected.lines.length === 0) {
    if (complaint !== '') throw new ToolRefusal(`The search failed: ${wellFormed(complaint)}`)
    if (end === 'done') said.push(`Nothing in ${target.shown} matches.`)
  } else if (complaint !== '') said.push(`[not everything could be searched: ${wellFormed(complaint)}]`)
  if (collected.full === 'limit') said.push(`[ended after ${input.limit} lines, as asked; there are more]`)
  if (collected.full === 'size')
    said.push('[there is more than one result can hold; narrow the expression, the path or the glob]')
  return [...said, ...unfinished(end)]
}
