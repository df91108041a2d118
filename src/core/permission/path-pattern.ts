// Path patterns of rules: gitignore's way of reading them, relative to the project's folder.
import { compileGlob, type GlobToken, globMatches, isPlain } from './glob'
import { absoluteFrom, below, segmentsOf } from './path-text'

type Segment = { kind: 'deep' } | { kind: 'glob'; tokens: GlobToken[] }

export interface PathPattern {
  /** project: relative to the thread's folder. home: `~/…`. root: `//…` (an absolute path). */
  base: 'project' | 'home' | 'root'
  /** How many folders above the base it starts (`../x`). */
  up: number
  /** A pattern without a slash matches at any depth. */
  anchored: boolean
  segments: Segment[]
}

/**
 * Reads `src/**`, `/docs`, `*.env`, `~/notes`, `//etc/**`, `../shared/**`.
 *
 * @returns the pattern, or a sentence why it is none
 */
export function parsePathPattern(text: string): PathPattern | string {
  if (text.startsWith('!')) return 'A pattern of a rule cannot be negated.'
  const { base, rest } = readBase(text.replace(/^([A-Za-z]:)[\\/]/, '//$1/'))
  const parts = rest.split('/').filter((part) => part !== '' && part !== '.')
  let up = 0
  while (parts[0] === '..') {
    parts.shift()
    up++
  }
  if (parts.includes('..')) return 'A pattern of a rule can go up (“..”) only at its beginning.'
  const inner = rest.replace(/^\.\//, '').replace(/\/$/, '')
  return {
    base,
    up,
    anchored: base !== 'project' || up > 0 || inner.includes('/') || rest.startsWith('./'),
    segments: parts.map((part) => (part === '**' ? { kind: 'deep' } : { kind: 'glob', tokens: compileGlob(part) })),
  }
}

function readBase(text: string): { base: PathPattern['base']; rest: string } {
  if (text.startsWith('//')) return { base: 'root', rest: text.slice(1) }
  if (text === '~' || text.startsWith('~/')) return { base: 'home', rest: text.slice(1) }
  return { base: 'project', rest: text }
}

export interface PathBases {
  folder: string
  home: string
}

/**
 * Whether a path lies at or below what the pattern names.
 *
 * @param loose for rules that restrict: a name without a slash matches at any depth, also outside the project. To
 *   allow, a plain name means the one at the top of the project; only a glob (`*.md`) reaches deeper
 */
export function pathMatches(pattern: PathPattern, path: string, bases: PathBases, loose: boolean): boolean {
  const segments = absoluteFrom(bases.folder, path)
  const base = baseSegments(pattern, bases)
  const relative = below(base, segments)
  if (relative === null) return loose && !pattern.anchored && matchAnywhere(pattern.segments, segments)
  const here = pattern.anchored || (!loose && isPlainPath(pattern))
  return here ? matchFrom(pattern.segments, relative) : matchAnywhere(pattern.segments, relative)
}

/** Whether the pattern names one place and what is below it. */
export function isPlainPath(pattern: PathPattern): boolean {
  return pattern.segments.every((segment) => segment.kind === 'glob' && isPlain(segment.tokens))
}

/**
 * The folder below which everything lies that a pattern names.
 *
 * @returns its segments; none: it may be anywhere
 */
export function literalPlace(pattern: PathPattern, bases: PathBases): string[] {
  if (!pattern.anchored) return []
  const place = baseSegments(pattern, bases)
  for (const segment of pattern.segments) {
    if (segment.kind !== 'glob' || !isPlain(segment.tokens)) break
    place.push(segment.tokens.map((token) => (token.kind === 'char' ? token.char : '')).join(''))
  }
  return place
}

function baseSegments(pattern: PathPattern, bases: PathBases): string[] {
  if (pattern.base === 'root') return []
  const base = segmentsOf(pattern.base === 'home' ? bases.home : bases.folder)
  return base.slice(0, Math.max(0, base.length - pattern.up))
}

function matchAnywhere(pattern: readonly Segment[], path: readonly string[]): boolean {
  return matchFrom([{ kind: 'deep' }, ...pattern], path)
}

/** Row by row, so that many `**` cost no more than pattern × path. A match of a folder holds for all below it, and
 * `src/**` for `src` too: who may not read what is in it may not search it. */
function matchFrom(pattern: readonly Segment[], path: readonly string[]): boolean {
  let reachable: boolean[] = path.map(() => false)
  reachable.push(false)
  reachable[0] = true
  for (const segment of pattern) {
    const next: boolean[] = reachable.map(() => false)
    for (let i = 0; i <= path.length; i++) {
      if (segment.kind === 'deep') next[i] = Boolean(reachable[i]) || (i > 0 && Boolean(next[i - 1]))
      else if (i > 0 && reachable[i - 1]) next[i] = globMatches(segment.tokens, path[i - 1] ?? '')
    }
    reachable = next
  }
  return reachable.some(Boolean)
}
