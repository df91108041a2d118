import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { ToolContext } from '../../../services/ports/tools'
import type { GrepInput } from '../definitions/grep'
import type { Target } from '../files/resolve-target'
import { GREP_COLUMNS, RESULT_CHARS } from '../limits'
import { wellFormed } from '../text/well-formed'
import { ToolRefusal } from '../tool-refusal'
import { type PathGlob, readPathGlob } from './path-glob'
import { type RipgrepResult, runRipgrep } from './run-ripgrep'
import {
  fileArguments,
  type PassedOver,
  passOver,
  type SearchMeans,
  searchPlace,
  slashed,
  unfinished,
} from './search-tools'

/** Searches the text of files for a regular expression. */
export async function searchText(input: GrepInput, context: ToolContext, means: SearchMeans): Promise<string> {
  const glob = input.glob === undefined ? null : readPathGlob(input.glob)
  const { rgPath, target } = await searchPlace(input.path, context, means)
  const scope = await scopeOf(target)
  const passedOver = passOver(scope.cwd, context)
  const collected = new Collected(scope.prefix, glob, input.limit, passedOver)
  const result = await runRipgrep({
    ...means,
    rgPath,
    args: [
      ...outputArguments(input),
      ...fileArguments(glob, input.include_ignored ?? false),
      '-e',
      input.pattern,
      '--',
      scope.path,
    ],
    cwd: scope.cwd,
    signal: context.signal,
    onLine: (line) => collected.add(input.output === 'files' ? `${line}\0` : line),
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
      // Here NUL would stand for the line end, not beside it.
      return [...args.slice(1), '--files-with-matches']
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
  /** The last path was none the glob means. */
  private skipping = false

  constructor(
    private readonly prefix: string,
    private readonly glob: PathGlob | null,
    private readonly limit: number | undefined,
    readonly passedOver: PassedOver,
  ) {}

  /** Takes one line: a path up to NUL, then "12:" or "12-" and the text, or a count, or nothing. */
  add(raw: string): boolean {
    const end = raw.indexOf('\0')
    // A line that separates groups of context belongs to the group before it; so does its fate.
    if (end < 0) return this.lines.length === 0 || this.skipping || this.push(raw)
    const path = slashed(raw.slice(0, end))
    this.skipping = (this.glob !== null && !this.glob.matches(path)) || this.passedOver.has(path)
    if (this.skipping) return true
    const rest = raw.slice(end + 1)
    const separator = /^\d+-/.test(rest) ? '-' : ':'
    return this.push(rest === '' ? this.prefix + path : `${this.prefix}${path}${separator}${rest}`)
  }

  private push(text: string): boolean {
    const line = wellFormed(text)
    if (this.limit !== undefined && this.lines.length >= this.limit) this.full = 'limit'
    else if (this.chars + line.length + 1 > RESULT_CHARS) this.full = 'size'
    if (this.full !== null) return false
    this.lines.push(line)
    this.chars += line.length + 1
    return true
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
  return [...said, ...collected.passedOver.note(), ...unfinished(end)]
}
